"""import-linter's contract of games: whatever folder of apps/rules there is, the next game's too, is a game."""

from __future__ import annotations

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class GamesContract(Contract):
    """A module `apps.<app>.<game>` and those below it belong to that game, all others are shared.

    `of` says whose imports are looked at: those of "games", which keep to their own game and to what is shared, or of
    what is "shared", which knows no game.
    """

    type_name = "games"
    of = fields.StringField()

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        games = {one.rpartition(".")[2] for one in graph.find_children("apps.rules") if graph.find_children(one)}
        if len(games) < 2:
            raise ValueError("apps.rules has no folders of games: has it moved?")
        found = [
            f"{importer} imports {imported}"
            for importer in sorted(graph.modules)
            if bool(mine := _game_of(importer, games)) == (str(self.of) == "games")
            for imported in sorted(graph.find_modules_directly_imported_by(importer))
            if _game_of(imported, games) not in {"", mine}
        ]
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for one in check.metadata["found"]:
            output.print_error(one)


def _game_of(module: str, games: set[str]) -> str:
    parts = module.split(".")
    return parts[2] if len(parts) > 2 and parts[0] == "apps" and parts[2] in games else ""
