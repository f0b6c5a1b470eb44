"""Formulas as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsmith.render.maths import readable

# ruff: noqa: RUF001 - signs of maths look like letters


@pytest.mark.parametrize(
    ("source", "text"),
    [
        # scripts
        ("x^2", "x²"),
        ("{y}_{3} + {y}_{4}", "y₃ + y₄"),
        ("a_1 * b_1 * c", "a₁ * b₁ * c"),
        ("e^{i\\pi}+1=0", "e^(iπ)+1=0"),
        ("x_{i + 1}", "xᵢ₊₁"),
        (r"x_{\text{new}}", "x_new"),
        (r"\pi_\theta(a \mid s)", "π_θ(a | s)"),
        (r"\eta\nabla_\theta L", "η∇_θ L"),
        (r"90^\circ", "90°"),
        (r"A^\top", "Aᵀ"),
        ("f''(x)", "f″(x)"),
        # fractions and roots, in brackets where they would be misread
        (r"\frac{a}{b}", "a/b"),
        (r"\frac12", "1/2"),
        (r"\frac{a+b}{2a}", "(a+b)/(2a)"),
        (r"\frac{\frac{a}{b}}{c}", "(a/b)/c"),
        (r"\frac{1}{2}x", "(1/2)x"),
        (r"\frac{\partial f}{\partial x}", "∂f/∂x"),
        (r"\frac{P(B \mid A)P(A)}{P(B)}", "P(B | A)P(A)/P(B)"),
        (r"x = \frac{-b \pm \sqrt{b^2-4ac}}{2a}", "x = (-b ± √(b²-4ac))/(2a)"),
        # a fraction beside a factor, a function or a power that would be read into it
        (r"\frac{a}{b}c", "(a/b)c"),
        (r"\frac{a}{b} c", "(a/b) c"),
        (r"\frac{a}{b}\,c", "(a/b) c"),
        (r"{\frac{a}{b}}c", "(a/b)c"),
        (r"{x + \frac{a}{b}}c", "x + (a/b)c"),
        (r"\displaystyle\frac{a}{b}\! c", "(a/b) c"),
        (r"\frac{1}{n}\sum_i x_i", "(1/n) ∑ᵢ xᵢ"),
        (r"\frac{1}{n} \sum_{i=1}^{n} x_i", "(1/n) ∑ᵢ₌₁ⁿ xᵢ"),
        (r"\frac{1}{2}\int_0^1 x\,dx", "(1/2) ∫₀¹ x dx"),
        (r"\int_0^1 \frac{1}{x} \, dx", "∫₀¹ (1/x) dx"),
        (r"\frac{a}{b}\frac{c}{d}", "(a/b)(c/d)"),
        (r"\frac{a}{b} \frac{c}{d}", "(a/b) c/d"),
        (r"\frac{d}{dx} f(x)", "(d/dx) f(x)"),
        (r"\frac12 \log x", "(1/2) log x"),
        (r"\frac12\nabla f", "(1/2)∇f"),
        (r"\frac12\langle a, b\rangle", "(1/2)⟨a, b⟩"),
        (r"\frac12\lfloor x \rfloor", "(1/2)⌊x⌋"),
        (r"\frac12|x|", "(1/2)|x|"),
        (r"|x| + \frac12\|y\|", "|x| + (1/2)‖y‖"),
        (r"\frac12\left|x\right|", "(1/2)|x|"),
        (r"\frac{a}{b}^{-1}", "(a/b)⁻¹"),
        (r"\frac{1}{n}!", "(1/n)!"),
        (r"\frac{1}{2}\%", "(1/2)%"),
        (r"\log \frac{p}{q}", "log (p/q)"),
        (r"\log_2 \frac{p}{q}", "log₂ (p/q)"),
        (r"\max \frac{p}{q}", "max (p/q)"),
        (r"\nabla \frac{a}{b}", "∇(a/b)"),
        (r"a / \frac{b}{c}", "a / (b/c)"),
        (r"a \div \frac{b}{c}", "a ÷ (b/c)"),
        ("\\frac{a}{b}\x01c\x02", "(a/b)\x01c\x02"),
        ("\x01\\frac{a}{b}\x02 c", "\x01(a/b)\x02 c"),
        # and beside what is none
        (r"\frac{a}{b} + c", "a/b + c"),
        (r"-\frac{a}{b}, c", "-a/b, c"),
        (r"\frac{a}{b} \cdot c", "a/b · c"),
        (r"\frac{a}{b} \text{ if } c", "a/b if c"),
        (r"\frac{a}{b} \quad c", "a/b   c"),
        (r"\frac{a}{b} = \frac{c}{d}", "a/b = c/d"),
        (r"|\frac{a}{b}|", "|a/b|"),
        (r"\lvert\frac{a}{b}\rvert c", "|a/b| c"),
        (r"\left|\frac{a}{b}\right| c", "|a/b| c"),
        (r"\sum_i \frac{1}{i}", "∑ᵢ 1/i"),
        (r"a \frac{b}{c}", "a b/c"),
        (r"\sqrt{2}", "√2"),
        (r"\sqrt{2}\pi", "√2 π"),
        (r"\sqrt{ab}c", "√(ab)c"),
        (r"\sqrt{x}^2", "(√x)²"),
        (r"\sqrt{2}\sqrt{3}", "√2√3"),
        (r"\sqrt[3]{x}", "∛x"),
        (r"\sqrt[n]{ab}", "ⁿ√(ab)"),
        (r"\binom{n}{k}p^k", "(n choose k)pᵏ"),
        # signs and spaces
        (r"\alpha + \beta \le \gamma", "α + β ≤ γ"),
        (r"a\le b", "a ≤ b"),
        (r"\alpha x", "αx"),
        (r"a \times 10^{-3}", "a × 10⁻³"),
        (r"|x| + 1", "|x| + 1"),
        (r"\lfloor x \rfloor", "⌊x⌋"),
        (r"\{1, 2\}", "{1, 2}"),
        (r"100\%", "100%"),
        (r"10\,\mathrm{km}", "10 km"),
        (r"a \quad b", "a   b"),
        (r"A \not\subset B", "A ⊄ B"),
        # functions
        (r"n\log n", "n log n"),
        (r"\log_2 n", "log₂ n"),
        (r"\sin\theta", "sin θ"),
        (r"\lim_{x \to 0} \frac{\sin x}{x}", "lim_(x → 0) (sin x)/x"),
        (r"\operatorname{softmax}(x)_i", "softmax(x)ᵢ"),
        (r"a \bmod n", "a mod n"),
        (r"a \equiv b \pmod{n}", "a ≡ b (mod n)"),
        (r"\sum_{i=1}^{n} x_i", "∑ᵢ₌₁ⁿ xᵢ"),
        # letters
        (r"\mathbb{R}^n \to \mathbb{C}", "ℝⁿ → ℂ"),
        (r"\mathscr{L}(\theta)", "ℒ(θ)"),
        (r"\hat{x}, \vec v", "x\u0302, v\u20d7"),
        (r"\widehat{ABC}", "hat(ABC)"),
        (r"\overline{AB}", "A\u0305B\u0305"),
        (r"1 \text{ if } x > 0", "1 if x > 0"),
        # structures
        (r"\left( \frac{a}{b} \right)", "(a/b)"),
        (r"\left. x \right|_0", "x |₀"),
        (r"\underbrace{a+b}_{n}", "(a+b)ₙ"),
        (r"\overset{d}{=}", "=ᵈ"),
        (r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}", "(a b; c d)"),
        (r"\begin{array}{cc} a & b \end{array}", "a b"),
        (r"\begin{cases} 1, & x>0 \\ 0 & \text{else} \end{cases}", "{ 1, x>0; 0, else"),
        (r"\begin{align*} a &= b \\ &= c \end{align*}", "a = b\n= c"),
        (r"a \\ b", "a\nb"),
        # gaps
        ("x^{\x012\x02}", "x\x01²\x02"),
        ("\\frac{\x01a\x02}{b}", "\x01a\x02/b"),
        ("\\frac\x01{ab}{c}\x02", "\x01ab/c\x02"),
        ("\\hat{\x01x\x02}", "\x01x\u0302\x02"),
        ("\\overline{\x01x\x02}", "\x01x\u0305\x02"),
        ("y = \x01[two words]\x02", "y = \x01[two words]\x02"),
    ],
)
def test_a_formula_is_read_as_it_is_meant(source: str, text: str) -> None:
    assert readable(source) == text


@pytest.mark.parametrize(
    "source",
    [
        r"\ce{H2O}",
        r"\unknown{x}",
        r"{a",
        r"a}",
        r"\frac{a}",
        r"x^",
        r"\text{a",
        r"\text{a $b$}",
        r"\begin{tikzpicture} x \end{tikzpicture}",
        r"\begin{matrix} a",
        r"\begin{matrix} a \end{cases}",
        "a & b \\",
        "{" * 100 + "}" * 100,
        "\\hat" * 100 + "x",
    ],
)
def test_what_cannot_be_read_stays_as_typed(source: str) -> None:
    assert readable(source) == source


COMMANDS = st.sampled_from(
    [
        *(r"\frac", r"\sqrt", r"\hat", r"\not", r"\left", r"\right", r"\text", r"\alpha", r"\\"),
        *(r"\begin{cases}", r"\end{cases}", *"&^_{}[]() x2'+\\\x01\x02"),
    ]
)


@given(st.lists(COMMANDS | st.text(max_size=3), max_size=12).map("".join))
def test_no_formula_fails_or_loses_a_gap(source: str) -> None:
    text = readable(source)
    assert [text.count(mark) for mark in "\x01\x02"] == [source.count(m) for m in "\x01\x02"]
