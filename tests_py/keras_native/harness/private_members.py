"""Says which of Keras's tests touch what is no public part of Keras: an attribute that begins with
an underscore and is not the test file's own, or a name that no public module of Keras exports."""

import ast
import functools

# What tests are written with, no part of what is tested.
TOOLS = {"testing", "test_case", "test_utils", "tree", "backend", "keras", "conftest"}
# Of the backend: what the public `keras.ops`, `keras.utils` and `keras.KerasTensor` are made of.
BACKEND = {"Variable", "is_tensor", "convert_to_numpy", "convert_to_tensor", "numpy", "nn"}


@functools.cache
def public_names(site_packages):
    """The names that Keras's public modules export, and those of its public modules."""
    found = set()
    for file in (site_packages / "keras").rglob("__init__.py"):
        if file.relative_to(site_packages).parts[1] == "src":
            continue
        found |= {*file.relative_to(site_packages).parts[1:-1]}
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom):
                found |= {alias.asname or alias.name for alias in node.names}
    return frozenset(found) - {"_tf_keras"}


def is_private(name):
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def own_names(tree):
    """The attributes that the file itself sets, and the functions and classes that it makes."""
    own = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            if isinstance(node.value, ast.Name) and node.value.id == "self":
                own.add(node.attr)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            own.add(node.name)
    return own


def imports(tree, public, site_packages):
    """{local name: the module it is} of Keras's modules, and the local names that are private."""
    modules, private = {}, set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("keras.src"):
            continue
        for alias in node.names:
            local = alias.asname or alias.name
            if node.module.endswith(("_test", "backend_utils")):
                continue
            file = site_packages.joinpath(*node.module.split("."), alias.name)
            if file.is_dir() or file.with_suffix(".py").exists():
                modules[local] = alias.name  # its attributes are looked at
            elif alias.name not in public:
                private.add(local)
    return modules, private


def touched(node, own, modules, private, public):
    """The private things that the code of `node` touches."""
    found = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Attribute):
            base = one.value.id if isinstance(one.value, ast.Name) else None
            if is_private(one.attr) and one.attr not in own:
                found.add(one.attr)
            elif base in modules and not is_exported(modules[base], one.attr, public):
                found.add(f"{base}.{one.attr}")
        elif isinstance(one, ast.Name) and one.id in private:
            found.add(one.id)
        elif isinstance(one, ast.Constant) and isinstance(one.value, str):
            if one.value.startswith("keras.src."):
                found.add(one.value)  # patched
    return found


def is_exported(module, name, public):
    if module in TOOLS - {"backend", "keras"}:
        return True
    return name in public or (module == "backend" and name in BACKEND)


@functools.cache
def of_file(path, site_packages):
    """{"Class.test", "function": private things it touches, those of what it calls included}."""
    tree, public = ast.parse(path.read_text(encoding="utf-8")), public_names(site_packages)
    own = own_names(tree)
    modules, private = imports(tree, public, site_packages)
    found, calls = {}, {}
    for node in tree.body:
        members = node.body if isinstance(node, ast.ClassDef) else []
        for one in (node, *members):
            if not isinstance(one, (ast.FunctionDef, ast.ClassDef)):
                continue
            name = one.name if one is node else f"{node.name}.{one.name}"
            if isinstance(one, ast.ClassDef) and "Test" in one.name:
                continue
            found[name] = touched(one, own, modules, private, public)
            calls[name] = {n.id for n in ast.walk(one) if isinstance(n, ast.Name)}
            calls[name] |= (
                {f"{node.name}.{n.attr}" for n in ast.walk(one) if isinstance(n, ast.Attribute)}
                if members
                else set()
            )
            if members:
                calls[name].add(f"{node.name}.setUp")
    return closed(found, calls)


def closed(found, calls):
    """`found` with what is touched by what each calls."""
    for _ in range(4):
        found = {
            name: hits.union(*(found.get(called, ()) for called in calls[name]))
            for name, hits in found.items()
        }
    return found


def of_test(found, name):
    """What the test `name` touches; parameters that absl put behind its name are cut off."""
    return next((hits for start, hits in sorted(found.items(), key=lambda one: -len(one[0]))
                 if name.startswith(start)), set())  # fmt: skip
