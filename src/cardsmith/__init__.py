"""Flashcards as text: review in the terminal, publish to Anki, improve by pull request."""

__version__ = "0.1.0"
