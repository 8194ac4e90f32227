"""One arbitrary value of any message class, made from its type annotations by hypothesis."""

from typing import Any

from hypothesis import strategies as st
from msgspec import NODEFAULT, inspect


def values(info: Any) -> st.SearchStrategy[Any]:
    """Values of a msgspec type, within its bounds."""
    match info:
        case inspect.StructType():
            return records(info.cls)
        case inspect.StrType():
            return st.text(min_size=info.min_length or 0, max_size=min(info.max_length or 30, 30))
        case inspect.IntType():
            return st.integers(info.ge, info.le)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.LiteralType():
            return st.sampled_from(info.values)
        case inspect.EnumType():
            return st.sampled_from(info.cls)
        case inspect.DictType():
            return st.dictionaries(values(info.key_type), values(info.value_type), max_size=3)
        case inspect.VarTupleType():
            max_size = min(info.max_length or 3, 3)
            return st.lists(values(info.item_type), max_size=max_size).map(tuple)
        case inspect.UnionType():
            return st.one_of([values(t) for t in info.types])
    raise TypeError(f"no values for {info}")


def records(cls: type) -> st.SearchStrategy[Any]:
    """Records of a class; fields with a default are sometimes left out."""
    info: Any = inspect.type_info(cls)
    needed = {f.name: values(f.type) for f in info.fields if f.required}
    others = {f.name: values(f.type) for f in info.fields if not f.required}
    assert all(
        f.default is not NODEFAULT or f.default_factory for f in info.fields if not f.required
    )
    return st.fixed_dictionaries(needed, optional=others).map(lambda fields: cls(**fields))
