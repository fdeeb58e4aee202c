"""Play a match by commands, write it to a file, check the file, and show what tampering does."""

import parlour
from parlour.match import commands, file
from parlour.match.decide import handle
from parlour.match.match import new_match

match = new_match(parlour.load("connect_four"), position="", names=("Ada", "Bo"))
for ply, column in enumerate("1213141"):
    handle(match, commands.Play(seat=ply % 2, action=column), now_ms=1000 * ply)
data = file.write(match)
print(file.verify(data).outcome)

try:
    file.verify(data.replace(b'"text":"2"', b'"text":"5"'))
except parlour.ParlourError as error:
    print(f"{error.code}: {error}")
