"""Owns ``tf.gfile``: the functions of tf.io.gfile under their names and arguments of before."""

from pelton.compat.v1.functions.argument_rows import as_of_1
from pelton.io import gfile as _gfile

Copy = as_of_1(_gfile.copy, "gfile.Copy")
Exists = as_of_1(_gfile.exists, "gfile.Exists")
GFile = Open = FastGFile = _gfile.GFile
Glob = as_of_1(_gfile.glob, "gfile.Glob")
IsDirectory = as_of_1(_gfile.isdir, "gfile.IsDirectory")
ListDirectory = as_of_1(_gfile.listdir, "gfile.ListDirectory")
MakeDirs = as_of_1(_gfile.makedirs, "gfile.MakeDirs")
MkDir = as_of_1(_gfile.mkdir, "gfile.MkDir")
Remove = as_of_1(_gfile.remove, "gfile.Remove")
Rename = as_of_1(_gfile.rename, "gfile.Rename")
DeleteRecursively = as_of_1(_gfile.rmtree, "gfile.DeleteRecursively")
Stat = as_of_1(_gfile.stat, "gfile.Stat")
Walk = as_of_1(_gfile.walk, "gfile.Walk")
