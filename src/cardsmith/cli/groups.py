"""Commands that have commands below them."""

import click

from cardsmith.diagnostics import did_you_mean
from cardsmith.visible import visible


class Whole(click.IntRange):
    """A whole number within bounds, and called so where it is none."""

    name = "whole number"


class Group(click.Group):
    """A group that knows what was probably meant by a name that it does not have."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant, as click finds it.

        Raises:
            UsageError: there is none.
        """
        is_name = bool(args) and not args[0].startswith("-") and not ctx.resilient_parsing
        if is_name and self.get_command(ctx, args[0]) is None:
            meant = did_you_mean(args[0], self.list_commands(ctx))
            hint = f"did you mean {meant}?" if meant else f"`{ctx.command_path} --help` lists them"
            ctx.fail(visible(f"there is no command {args[0]}; {hint}"))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command that is meant, as click does.

        Raises:
            UsageError: an option stands without the value that it takes.
        """
        try:
            return super().invoke(ctx)
        except click.BadOptionUsage as error:
            name = ctx.invoked_subcommand
            command = self.get_command(ctx, name) if name and error.ctx is None else None
            if command is None:
                raise
            raise _told(error, click.Context(command, ctx, name)) from error


def _told(error: click.BadOptionUsage, ctx: click.Context) -> click.BadOptionUsage:
    """Which value an option takes that stands without one."""
    for param in ctx.command.get_params(ctx):
        if isinstance(param, click.Option) and error.option_name in param.opts:
            told = error.message
            if not param.is_flag:
                needed = f"{error.option_name} {param.make_metavar(ctx)}"
                told = f"{error.option_name} needs a value: write {needed}. {param.help}"
            return click.BadOptionUsage(error.option_name, told, ctx)
    return error
