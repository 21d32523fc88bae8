"""Snippets about ImageDataGenerator, its iterators and the changes of images that it is made of.
They run after START in an empty folder, with NumPy's global generator seeded."""

START = """
import os

image = tf.keras.preprocessing.image
Generator = image.ImageDataGenerator
draws = np.random.RandomState(1)
X = draws.randint(0, 256, (6, 4, 5, 3)).astype("float32")
XF = X.transpose(0, 3, 1, 2)
x = X[0]
Y = np.array([0, 1, 0, 1, 0, 1])
W = np.linspace(0, 1, 6)

def flow(count=2, batch_size=2, seed=3, **options):
    batches = Generator(**options).flow(X, Y, batch_size=batch_size, seed=seed)
    return [list(next(batches)) for _ in range(count)]

def fitted(options, **how):
    generator = Generator(**options)
    generator.fit(X, **how)
    found = [generator.mean, generator.std, generator.zca_whitening_matrix]
    batch = next(generator.flow(X, batch_size=2, seed=1))
    return [*(part for part in found if part is not None and part.size < 9), batch]

def make_files():
    from PIL import Image
    for name in "cat dog eel".split():
        os.makedirs(f"pictures/{name}/deep")
        for i in range(4):
            pixels = draws.randint(0, 256, (5 + i, 6, 3)).astype("uint8")
            path = f"{'deep/' if i == 2 else ''}{name}{9 - i}.png"
            Image.fromarray(pixels).save(f"pictures/{name}/{path}")
        open(f"pictures/{name}/note.txt", "w").close()
    np.random.seed(5)

def told(batches, count):
    made = [next(batches) for _ in range(count)]
    made = [list(batch) if isinstance(batch, tuple) else batch for batch in made]
    names = [batches.filenames, getattr(batches, "class_indices", None), list(batches.image_shape)]
    sizes = [batches.samples, batches.n, len(batches)]
    return [made, names, sizes]

def folder(options={}, count=1, **how):
    make_files()
    how = {"target_size": (3, 4), "batch_size": 2, "seed": 2, **how}
    batches = Generator(**options).flow_from_directory("pictures", **how)
    return [*told(batches, count), batches.classes, batches.labels, batches.num_classes]

def frame(options={}, **how):
    import pandas as pd
    make_files()
    names = "cat/cat9.png dog/dog9.png eel/eel9.png cat/cat8.png dog/none.png".split()
    table = pd.DataFrame({"filename": names, "class": list("cdecd"), "word": list("cdecd")})
    table["a"], table["b"] = [1.0, 2.0, 3.0, 4.0, 5.0], [5.0, 4.0, 3.0, 2.0, 1.0]
    table["several"] = [["c", "d"], ["e"], ["c"], ["d", "e"], ["c"]]
    how = {"target_size": (2, 3), "batch_size": 3, "seed": 2, **how}
    return told(Generator(**options).flow_from_dataframe(table, "pictures", **how), 2)

def saved(**how):
    make_files()
    os.mkdir("seen")
    how = {"batch_size": 2, "seed": 1, "save_to_dir": "seen", "save_prefix": "p", **how}
    next(Generator().flow(X, **how))
    how.update(save_prefix="q", target_size=(2, 2))
    next(Generator().flow_from_directory("pictures", **how))
    return sorted(os.listdir("seen"))

np.random.seed(5)
"""

_FLOWS = {
    "as they are": "",
    "rotation": "rotation_range=30",
    "width shift": "width_shift_range=0.3",
    "height shift of pixels": "height_shift_range=3",
    "width shift of a list": "width_shift_range=[1, 2.5]",
    "height shift of one whole": "height_shift_range=1.0",
    "negative shift": "height_shift_range=-2",
    "shear": "shear_range=20",
    "zoom": "zoom_range=0.3",
    "zoom of a pair": "zoom_range=[0.5, 1.5]",
    "channel shift": "channel_shift_range=40.0",
    "horizontal flip": "horizontal_flip=True",
    "vertical flip": "vertical_flip=True",
    "brightness": "brightness_range=[0.3, 1.4]",
    "all": "rotation_range=10, width_shift_range=0.1, height_shift_range=0.2, shear_range=5, "
    "zoom_range=0.1, channel_shift_range=5, horizontal_flip=True, vertical_flip=True, "
    "brightness_range=(0.5, 1), rescale=1 / 255",
    "filled with a constant": "rotation_range=40, fill_mode='constant', cval=7.0",
    "reflected": "rotation_range=40, fill_mode='reflect'",
    "wrapped": "rotation_range=40, fill_mode='wrap'",
    "third order": "rotation_range=30, interpolation_order=3",
    "order zero": "zoom_range=0.5, interpolation_order=0",
    "samplewise center": "samplewise_center=True",
    "samplewise deviation": "samplewise_std_normalization=True",
    "a function and a factor": "preprocessing_function=lambda x: x / 2 + 1, rescale=2",
    "float64": "rotation_range=5, dtype='float64'",
    "bytes": "horizontal_flip=True, dtype='uint8'",
    "not fitted": "count=1, featurewise_std_normalization=True",
    "not fitted to whiten": "count=1, zca_whitening=True, featurewise_std_normalization=True",
    "zoom that is none": "zoom_range='ab'",
    "zoom of three": "zoom_range=(1, 2, 3)",
    "brightness that is none": "brightness_range=3",
    "data format that is none": "data_format='x'",
    "split that is none": "validation_split=2",
}
_ARRAYS = {
    "channels first": "next(Generator(rotation_range=30, height_shift_range=0.3, "
    "horizontal_flip=True, data_format='channels_first').flow(XF, batch_size=2, seed=1))",
    "without a seed": "next(Generator(rotation_range=30).flow(X, batch_size=2))",
    "weights": "list(next(Generator().flow(X, Y, batch_size=2, sample_weight=W, shuffle=False)))",
    "other arrays": "inputs, y = next(Generator().flow([X, [W, Y]], Y, batch_size=2, seed=1))\n"
    "[*inputs, y]",
    "another array": "next(Generator().flow((X, W), batch_size=2, seed=2))",
    **{
        f"subset {name}": "list(next(Generator(validation_split=0.4).flow(X, Y, shuffle=False, "
        f"subset={name!r})))"
        for name in ("training", "validation", "test")
    },
    "classes of one subset": "Generator(validation_split=0.4).flow(X, W, subset='training')",
    "classes of one subset ignored": "batches = Generator(validation_split=0.4).flow(X, W, "
    "subset='training', ignore_class_split=True)\n[batches.n, batches.y]",
    "fewer labels": "Generator().flow(X, Y[:3])",
    "fewer weights": "Generator().flow(X, Y, sample_weight=W[:3])",
    "fewer others": "Generator().flow((X, W[:3]))",
    "one image": "Generator().flow(x)",
    "five channels": "len(Generator().flow(np.zeros((2, 3, 3, 5))))",
    "by index": "batches = Generator(rotation_range=20).flow(X, Y, batch_size=4, seed=3)\n"
    "found = [list(batches[0]), list(batches[1]), len(batches), batches.n, batches.batch_size]\n"
    "batches.on_epoch_end()\nfound.append(list(batches[1]))\nnext(batches)\nbatches.reset()\n"
    "found += [list(next(batches)), batches.total_batches_seen, batches.batch_index]\nfound",
    "an index beyond": "Generator().flow(X, batch_size=4)[2]",
    "a transform by itself": "Generator(rotation_range=20).random_transform(x, seed=4)",
    "a transform of some parts": "Generator().apply_transform(x, {'theta': 30, 'zx': 0.5})",
    "what is drawn": "{name: float(value) for name, value in Generator(rotation_range=9, "
    "width_shift_range=0.2, vertical_flip=True).get_random_transform((4, 5, 3), 8).items() "
    "if value is not None}",
}
_FITS = {
    "center": "{'featurewise_center': True}",
    "deviation": "{'featurewise_std_normalization': True}",
    "whitening": "{'zca_whitening': True, 'zca_epsilon': 0.1}",
    "center of turned images": "{'featurewise_center': True, 'rescale': 0.01, "
    "'rotation_range': 30}",
}
_FOLDERS = {
    "categorical": "count=3",
    "sparse": "class_mode='sparse'",
    "images as targets": "class_mode='input'",
    "no targets": "class_mode=None",
    "grayscale": "color_mode='grayscale'",
    "rgba": "color_mode='rgba'",
    "two classes": "classes=['eel', 'cat'], class_mode='binary'",
    "in order": "shuffle=False, interpolation='bicubic'",
    "aspect ratio": "keep_aspect_ratio=True",
    "color that is none": "color_mode='x'",
    "turned": "{'rotation_range': 20, 'rescale': 1 / 255}",
    "training": "{'validation_split': 0.3}, subset='training'",
    "validation": "{'validation_split': 0.3}, subset='validation'",
    "subset that is none": "subset='z'",
    "channels first": "{'data_format': 'channels_first'}",
}
_FRAMES = {
    "categorical": "",
    "raw": "class_mode='raw', y_col=['a', 'b']",
    "raw of one column": "class_mode='raw', y_col='a'",
    "several outputs": "class_mode='multi_output', y_col=['a', 'b']",
    "several outputs of no list": "class_mode='multi_output', y_col='a'",
    "several labels": "y_col='several'",
    "several labels of two classes": "y_col='several', classes=['c', 'e']",
    "classes in an order": "classes=['d', 'c']",
    "sparse": "class_mode='sparse'",
    "binary of three": "class_mode='binary'",
    "binary of one": "class_mode='binary', classes=['c']",
    "binary": "class_mode='binary', classes=['c', 'e']",
    "binary numbers": "class_mode='binary', y_col='a'",
    "categorical numbers": "y_col='a'",
    "weights": "weight_col='a'",
    "weights of words": "weight_col='word'",
    "classes without use": "class_mode=None, classes=['c']",
    "images as targets": "class_mode='input'",
    "training": "{'validation_split': 0.5}, subset='training'",
    "names of numbers": "x_col='a'",
}
_CHANGES = {
    "rotation": "random_rotation(x, 30, 0, 1, 2)",
    "rotation of channels first": "random_rotation(XF[0], 30)",
    "shift": "random_shift(x, 0.3, 0.2, 0, 1, 2, 'constant', 3.0)",
    "shift with axes swapped": "random_shift(x, 0.3, 0.2, 1, 0, 2)",
    "shear": "random_shear(x, 20, 0, 1, 2)",
    "zoom": "random_zoom(x, (0.5, 1.2), 0, 1, 2)",
    "zoom by one": "random_zoom(x, (1, 1), 0, 1, 2)",
    "zoom of one number": "random_zoom(x, (1,), 0, 1, 2)",
    "channel shift": "apply_channel_shift(x, 30, 2)",
    "channel shift of bytes": "apply_channel_shift(x.astype('uint8'), 30.5, 2)",
    "random channel shift": "random_channel_shift(x, 30, 2)",
    "brightness": "apply_brightness_shift(x, 0.5)",
    "brightness outside of bytes": "apply_brightness_shift(x * 3 - 100, 0.5, False)",
    "random brightness": "random_brightness(x, (0.2, 1.0))",
    "random brightness of one number": "random_brightness(x, (0.2,))",
    "affine": "apply_affine_transform(x, 10, 2, 3, 5, 0.8, 1.2, 0, 1, 2)",
    "affine of bytes": "apply_affine_transform(x.astype('uint8'), 10, row_axis=0, col_axis=1, "
    "channel_axis=2)",
    "equal axes": "apply_affine_transform(x, row_axis=1, col_axis=1)",
    "an axis that is none": "apply_affine_transform(x, row_axis=1, col_axis=3)",
    "several images": "apply_affine_transform(X, 10)",
    "channels in the middle": "apply_affine_transform(x, 10, row_axis=0, col_axis=2, "
    "channel_axis=1)",
    "smart resize": "smart_resize(x, (4, 4))",
    "smart resize of several": "smart_resize(X, (9, 3), 'nearest')",
    "smart resize of rows": "smart_resize(x[0], (3, 3))",
    "smart resize to one size": "smart_resize(x, (3,))",
    "smart resize of channels first": "smart_resize(XF, (3, 9), data_format='channels_first')",
}
CASES = {
    **{f"flow: {name}": f"flow({code})" for name, code in _FLOWS.items()},
    **{f"arrays: {name}": code for name, code in _ARRAYS.items()},
    **{f"fit: {name}": f"fitted({code})" for name, code in _FITS.items()},
    **{
        f"fit on changed images: {name}": f"fitted({code}, augment=True, rounds=2, seed=4)"
        for name, code in _FITS.items()
    },
    "fit: one image": "Generator().fit(x)",
    **{f"folder: {name}": f"folder({code})" for name, code in _FOLDERS.items()},
    "folder: no such one": "Generator().flow_from_directory('nowhere')",
    **{f"frame: {name}": f"frame({code})" for name, code in _FRAMES.items()},
    **{f"change: {name}": f"image.{code}" for name, code in _CHANGES.items()},
    "saved": "saved()",
    "saved as JPEG": "saved(save_format='jpeg')",
}
