from apps.table.kinds import kind

kind("toy.made", "characters/toy/events", group="sheets")
kind("toy.dared", "characters/toy/events", group="rolls")
