"""Deck files and `collection.yaml`: text in, notes with places and problems out. No disk."""
