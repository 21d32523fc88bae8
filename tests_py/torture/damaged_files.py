"""Files of every kind with bytes that are cut off, changed or put in, which are then read."""

from __future__ import annotations

import random

from torture import texts
from torture.kind import Kind, Snippet, expressions

HEAD = (
    "import gzip, io, json, os, tempfile; K, L, D = tf.keras, tf.keras.layers, tf.data.Dataset; "
    "home = os.path.join(tempfile.gettempdir(), f'damaged{os.getpid()}'); "
    "made = os.path.isdir(home); os.makedirs(home, exist_ok=True); os.chdir(home)"
)
MODEL = (
    "m = K.Sequential([K.Input((3,)), L.Dense(4, name='a'), L.Dense(2, name='b')], name='m'); "
    "m.compile('adam', 'mse'); c = tf.train.Checkpoint(m=m, n=tf.Variable(1)); "
    "whole = lambda path, data: open(path, 'wb').write(data)"
)
# What writes the file once in a process, and what reads it, damaged, as `bad`.
_PIXELS = "tf.constant(np.arange(192).reshape(8, 8, 3), 'uint8')"
KINDS = {
    "m.keras": ("m.save('m.keras')", ["K.models.load_model(bad)", "m.load_weights(bad)"]),
    "m.h5": ("m.save('m.h5')", ["K.models.load_model(bad)", "m.load_weights(bad)"]),
    "m.weights.h5": ("m.save_weights('m.weights.h5')", ["m.load_weights(bad)"]),
    "c-1.index": (
        "c.write('c-1')",
        expressions("c.read(bad[:-6]); tf.train.load_checkpoint(bad[:-6]).get_tensor('n')"),
    ),
    "c-1.data-00000-of-00001": (
        "c.write('c-1')",
        expressions(
            "c.read(bad[:-20]); m.load_weights(bad[:-20]); tf.train.list_variables(bad[:-20])"
        ),
    ),
    "s/saved_model.pb": (
        "tf.saved_model.save(m, 's')",
        expressions(
            "tf.saved_model.load('s'); L.TFSMLayer('s', call_endpoint='serve')(tf.ones((1, 3)))"
        ),
    ),
    "s/variables/variables.index": ("tf.saved_model.save(m, 's')", ["tf.saved_model.load('s')"]),
    "r": (
        "(lambda w: [w.write(tf.io.serialize_tensor(tf.ones(9)).numpy()) for _ in range(3)] and "
        "w.close())(tf.io.TFRecordWriter('r'))",
        expressions("""
            [*D.from_tensors(bad).interleave(tf.data.TFRecordDataset)];
            [*tf.data.TFRecordDataset(bad)]; [*tf.data.TFRecordDataset(bad, 'GZIP')];
            [*tf.data.FixedLengthRecordDataset(bad, 7)]; [*tf.compat.v1.io.tf_record_iterator(bad)];
            [*tf.data.TextLineDataset(bad)]
        """),
    ),
    "p.png": (
        f"whole('p.png', tf.io.encode_png({_PIXELS}).numpy())",
        ["K.utils.load_img(bad)", "tf.io.decode_png(b)", "tf.io.decode_image(b)"],
    ),
    "p.jpeg": (
        f"whole('p.jpeg', tf.io.encode_jpeg({_PIXELS}).numpy())",
        expressions(
            "tf.io.decode_jpeg(b); tf.io.decode_and_crop_jpeg(b, [1, 1, 4, 4]); "
            "tf.io.extract_jpeg_shape(b); tf.io.decode_image(b)"
        ),
    ),
    "p.gif": (
        "__import__('PIL.Image').Image.new('P', (9, 9)).save('p.gif', save_all=True, "
        "append_images=[__import__('PIL.Image').Image.new('P', (9, 9))])",
        ["tf.io.decode_gif(b)", "tf.io.decode_image(b)"],
    ),
    "p.bmp": (
        "__import__('PIL.Image').Image.new('RGB', (9, 9)).save('p.bmp')",
        ["tf.io.decode_bmp(b)", "tf.io.decode_image(b)"],
    ),
    "w.wav": (
        "whole('w.wav', tf.audio.encode_wav(tf.ones((50, 2)), 8000).numpy())",
        ["tf.audio.decode_wav(b)", "tf.audio.decode_wav(b, 1, 2)"],
    ),
    "t": (
        "whole('t', tf.io.serialize_tensor(tf.ones((3, 4))).numpy())",
        expressions("tf.io.parse_tensor(b, 'float32'); tf.io.parse_tensor(b, 'string')"),
    ),
    "x": (
        "whole('x', tf.train.Example(features=tf.train.Features(feature={'a': tf.train.Feature("
        "int64_list=tf.train.Int64List(value=[1, 2])), 'b': tf.train.Feature(bytes_list="
        "tf.train.BytesList(value=[b'ab']))})).SerializeToString())",
        expressions("""
            tf.io.parse_single_example(b, {'a': tf.io.FixedLenFeature((2,), 'int64')});
            tf.io.parse_example([b, b], {'a': tf.io.VarLenFeature('int64'), 'b':
            tf.io.RaggedFeature('string')}); tf.io.parse_single_sequence_example(b, {}, {'a':
            tf.io.FixedLenSequenceFeature((), 'int64')}); tf.train.Example.FromString(b);
            tf.io.parse_sequence_example([b], {'a': tf.io.VarLenFeature('int64')})
        """),
    ),
    "z": (
        "whole('z', gzip.compress(b'abc' * 99))",
        ["tf.io.decode_compressed(b, 'GZIP')", "tf.io.decode_compressed(b, 'ZLIB')"],
    ),
    "j": (
        "whole('j', m.to_json().encode())",
        expressions(
            "K.models.model_from_json(b.decode('latin1')); K.Sequential.from_config(json.loads(b))"
        ),
    ),
    "g": (
        "tf.io.write_graph(tf.function(lambda x: x + 1).get_concrete_function(tf.ones(3)).graph, "
        "'.', 'g', False)",
        [
            "(lambda d: (d.ParseFromString(b), tf.import_graph_def(d)))(tf.compat.v1.GraphDef())",
        ],
    ),
    "csv": (
        "whole('csv', b'a,b\\n1,2.5\\n3,x y\\n')",
        expressions("""
            [*tf.data.experimental.CsvDataset(bad, [0, 'a'], header=True)]; tf.io.decode_csv(b, [0,
            1.0]); [*tf.data.experimental.make_csv_dataset(bad, 2, num_epochs=1)];
            tf.strings.unicode_decode(b, 'UTF-8'); tf.io.decode_json_example(b); tf.io.decode_raw(b,
            'int32'); tf.strings.to_number(b); tf.io.decode_base64(b)
        """),
    ),
    "d/": (
        "D.from_tensor_slices({'a': [1, 2, 3], 'b': ['x', 'y', 'z']}).save('d')",
        ["[*D.load('d')]", "D.load('d').element_spec"],
    ),
    "o.npz": ("np.savez('o.npz', a=np.ones(3), b=np.ones((2, 2)))", ["m.load_weights(bad)"]),
}
CHANGES = expressions("""
    b = b[:{at}]; b = b[{at}:]; b = b[:{at}] + bytes([{byte}]) + b[{at} + 1:]; b = b[:{at}] +
    b[:{at}] + b[{at}:]; b = b[:{at}] + bytes({count}) + b[{at}:]; b = b[:{at}] + bytes([255]) *
    {count} + b[{at} + {count}:]; b = b[:{at}] + bytes([b[{at}] ^ 1 << {bit}]) + b[{at} + 1:]; b = b
    + b; b = b[::-1]; b = b[:{at}] + b[{at} + {count}:]
""")


class Torture(Kind):
    """A file, one to three changes and what reads it."""

    LIMIT = 4.0

    def snippet(self, index: int) -> Snippet:
        chance = random.Random(f"{self.seed}:{index}")
        name = chance.choice([*KINDS])
        write, reads = KINDS[name]
        path = f"'{name}'" if not name.endswith("/") else self._part(name, chance)
        changes = "; ".join(self._change(chance) for _ in range(chance.choice((1, 1, 1, 2, 3))))
        return Snippet(
            [
                HEAD,
                MODEL,
                f"s = None if made and os.path.exists({name!r}) else [{write}]",
                f"path = {path}; b = good = open(path, 'rb').read(); {changes}; "
                "bad = path if '/' in path else 'bad' + path; s = whole(bad, b)",
                "s = [open('bad' + n, 'wb').write(open(n, 'rb').read()) for n in os.listdir() "
                "if n.startswith('c-1') and n != path and path.startswith('c-1')]",
                "import contextlib; s = contextlib.ExitStack(); s.callback(whole, path, good)",
                f"with s: x = {chance.choice(reads)}",
            ]
        )

    @staticmethod
    def _part(name: str, chance: random.Random) -> str:
        """One of a folder's files."""
        found = f"sorted(os.path.join(f, n) for f, _, ns in os.walk({name!r}) for n in ns)"
        return f"(lambda p: p[{chance.randrange(99)} % len(p)])({found})"

    @staticmethod
    def _change(chance: random.Random) -> str:
        at = f"int(len(b) * {round(chance.random() ** chance.choice((1, 3)), 4)})"
        return (
            chance.choice(CHANGES)
            .replace("{at}", at)
            .replace("{byte}", str(chance.choice((0, 1, 127, 128, 255, chance.randrange(256)))))
            .replace("{count}", str(chance.choice((1, 4, 8, 64))))
            .replace("{bit}", str(chance.randrange(8)))
        )

    def fault(self, snippet: Snippet, error: BaseException) -> str | None:
        found = texts.inside(error)
        return found if found == texts.RAW or isinstance(error, SystemError) else None
