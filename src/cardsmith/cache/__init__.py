"""What was worked out from decks and history, kept so that the next start need not do it again.

One SQLite file for a collection and its history. It may be thrown away at any time: where it is
missing, damaged, locked or not to be trusted it is made anew or left alone, and all answers come
from the texts themselves. It can answer for no other inputs than those it has seen:

- A file counts as unchanged while its size, times and number are, and if its times were older than
  the moment at which it was read: one that was written to just then is read again next time, since
  a second change within the same tick would leave no trace. All others are read and hashed.
- A file of the log of which all that was read still stands has only grown: the rest is folded onto
  the states. A card for which that will not do (an undo, an answer from another machine that
  belongs before known ones) is folded anew from its own lines. What concerns all cards (a rename,
  another scheduler, a file that is gone) folds everything anew.
- The name of the file holds the version of the program, by its own files. No code is ever kept.
"""
