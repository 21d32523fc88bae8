"""Owns ``tf.gfile``: the functions of tf.io.gfile under their names of before."""

from pelton.io import gfile as _gfile

Copy = _gfile.copy
Exists = _gfile.exists
GFile = Open = FastGFile = _gfile.GFile
Glob = _gfile.glob
IsDirectory = _gfile.isdir
ListDirectory = _gfile.listdir
MakeDirs = _gfile.makedirs
MkDir = _gfile.mkdir
Remove = _gfile.remove
Rename = _gfile.rename
DeleteRecursively = _gfile.rmtree
Stat = _gfile.stat
Walk = _gfile.walk
