"""Collections as Anki packages: what is in one (`package`), how it is made (`plan`), its bytes."""
