# Types for the part of toolz that may be used here, and no more: what isn't stated can't be imported.

from toolz.dicttoolz import keyfilter as keyfilter
from toolz.dicttoolz import keymap as keymap
from toolz.dicttoolz import merge as merge
from toolz.dicttoolz import valfilter as valfilter
from toolz.dicttoolz import valmap as valmap
from toolz.functoolz import compose as compose
from toolz.functoolz import compose_left as compose_left
from toolz.functoolz import curry as curry
from toolz.functoolz import identity as identity
from toolz.functoolz import juxt as juxt
from toolz.functoolz import pipe as pipe
from toolz.itertoolz import accumulate as accumulate
from toolz.itertoolz import concat as concat
from toolz.itertoolz import first as first
from toolz.itertoolz import groupby as groupby
from toolz.itertoolz import last as last
from toolz.itertoolz import mapcat as mapcat
from toolz.itertoolz import partition as partition
from toolz.itertoolz import partition_all as partition_all
from toolz.itertoolz import take as take
from toolz.itertoolz import unique as unique
from toolz.recipes import partitionby as partitionby
