"""When a card is asked again: schedulers, and the replay of a history through one of them."""
