"""What can stand where in a random spec: for each kind of part its forms, one a line, with names of kinds in braces.

`grammar.py` writes parts by them; a form that stands twice is drawn twice as often.
"""

LINES = {
    "truth": """
        ({number} {compare} {number})
        ({number} {compare} {number})
        ({number} {compare} {number} {compare} {number})
        ({truth} {junction} {truth})
        (not {truth})
        ({truth} == blank)
        ({truth} if {truth} else {truth})
        ({number} in ({number}, {int}, blank))
        ({number} in {numbers})
        ({number} not in {numbers})
        all({truths})
        any({truths})
        any({numbers} == {int})
        distinct({numbers})
        distinct([{number}, {number}, {number}])
        increasing({numbers})
        {kind}({number})
        is_power({number}, {number})
        divides({number}, {number})
        ({truths}[0] == {truth})
        {square}({links}[{cell}, cell({number}, {int})] == {truth})
        {square}default({links}[cell({number}, {int}), cell({int}, {number})], {truth})
        {square}({links}[{cell} - cell({number}, {int})] == blank)
        all({truth+c:cell} for c in {cells})
        any({truth+c:cell} for c in {cells} if {truth+c:cell})
        all({truth+a:cell,b:cell} for a, b in links)
        all({truth+a:cell,b:cell} for a, b in combinations({cells}, 2))
        all({truth+x:number} for x in {numbers})
        any({truth+x:number,y:number} for x, y in zip({numbers}, {numbers}))
        all({truth+r:list} for r in runs({line}))
        all({truth+r:list} for r in runs({line}, same=true))
        any({truth+r:list} for r in runs({line}))
        all({truth+n:number} for n in numbers({line}))
        distinct(len(r) for r in runs({line}))
        distinct(sum(r) for l in [{line}, {line}] for r in runs(l))
        distinct(n for l in [{line}, {line}] for n in numbers(l))
        all({truth+n:number} for l in [{line}, {line}] for n in numbers(l))
        all({truth+r:list,s:list} for r in runs({line}) for s in runs({line}))
        all({truth+r:list,s:list} for r, s in zip(runs({line}), runs({line})[{int}:]))
        any({truth+r:list,s:list} for r, s in combinations(runs({line}), 2))
        all({truth+r:list,i:number} for i, r in enumerate(runs({line})))
        any({truth+n:number,m:number} for n in numbers({line}) for m in numbers({line}))
        all({truth+d:number} for n in numbers({line}) for d in digits(n))
        ({number} in numbers({line}))
        fold({line}, start={bool}, step=lambda s, x: {truestep})
        connected({mask})
        connected({mask}, by={moves})
        connected({mask}, same={field})
        connected(same={field})
        connected(cells, by={links})
        connected(cells, by={pairs})
        ({cell} in group({cell}, {mask}))
        (group({cell}, {mask}) == group({cell}, {mask}))
        all({truth+g:area} for g in groups({mask}))
        all({truth+g:area} for g in groups(cells, by=not {links}))
        all(count({mask}[c] for c in g) <= 1 for g in groups({mask}))
        all(count({mask}[c] for c in g) {compare} {int} for g in groups(cells, by=not {links}))
        all(max({number+c:cell} for c in g) {compare} len(g) for g in groups({mask}))
        (min(len(g) for g in groups({mask})) {compare} {int})
        (max(len(g) for g in groups(same={field})) {compare} {int})
        all(symmetric(g) for g in groups({mask}))
        all(symmetric(g, kinds='half turn') for g in groups(same={field}))
        symmetric(group({cell}, {mask}), kinds=['left-right', 'diagonal'])
        any({truth+g:area} for g in groups(same={field}))
        all(len(g) in (1, 3) and {truth+g:area} for g in groups({mask}))
        all(len(g) <= 2 and {truth+g:area} for g in groups(cells, by=not {links}))
        all(len(group(c, same={field})) == 2 for c in cells)
        acyclic({mask})
        acyclic({mask}, by={moves})
        acyclic({links})
        acyclic({borders})
        acyclic(cells, by={pairs})
        acyclic(group({cell}, {mask}))
        loop({links})
        loop({borders})
        path({links}, {cell}, {cell})
        path({borders}, {corner}, {corner})
        inside({links}, {cell})
        inside({borders}, {cell})
        inside({links}, {corner})
        symmetric({mask})
        symmetric({links})
        {hexagons}symmetric({mask}, kinds='{symmetry6}')
        {hexagons}symmetric({links}, kinds='{symmetry6}')
        {square}symmetric({mask}, kinds='{symmetry}')
        {square}symmetric({links}, kinds='{symmetry}')
        {square}same_shape({mask}, {shape})
        {hexagons}same_shape({mask}, {hexes})
        same_shape({mask}, {mask}, reflect={bool})
        same_shape({mask}, {mask}, rotate={bool})
        same_shape(group({cell}, {mask}), {mask})
        same_shape(group({cell}, {mask}), group({cell}, {mask}), rotate={bool})
        all(same_shape(g, {mask}) for g in groups({mask}))
        {square}all(same_shape(g, {shape}) for g in groups({mask}))
        {square}contains_shape({mask}, {shape}, rotate={bool})
        {hexagons}contains_shape({mask}, {hexes}, rotate={bool})
        contains_shape({mask}, {mask})
        contains_shape(group({cell}, {mask}), {mask}, reflect={bool})
        any(contains_shape({mask}, g, rotate={bool}) for g in groups({mask}))
        all({truth+r:area} for r in rows({mask}))
        all(len(rows(g)) == {int} for g in groups({mask}))
        {square}all(len(columns(g)) {compare} len(rows(g)) for g in groups({mask}))
        {square}all(len(bounding_box(g)) {compare} len(g) for g in groups({mask}))
        {square}({cell} in bounding_box({mask}))
        {square}same_shape(bounding_box({mask}), {mask})
        {hexagons}all(any({mask}[p]) for p in placements({hexes}))
        {hexagons}any(all({mask}[p]) for p in placements(polyhexes({one}), within={cells}))
        {square}all(any({mask}[p]) for p in placements({shape}))
        {square}any(all({mask}[p]) for p in placements({shape}, rotate={bool}, reflect={bool}))
        {square}any(all({mask}[p]) for p in placements(polyominoes({one}), within={cells}))
        {square}all(any({mask}[b]) for b in blocks(1, 2))
        {laid}all(count(laid[covering(c, placements('##'))]) <= 1 for c in cells)
        {laid}(count(laid[covering({cell}, placements('##'))]) == {int})
        (min(distance({cell}, d) for d in cells if {field}[d] == {number}) {compare} {number})
        all({extreme}(distance(c, d) for d in cells if d != c and {field}[d] == {field}[c]) {compare} {field}[c] for c in cells)
        ({extreme}(distance({cell}, d) for d in cells if {mask}[d]) in ({int}, {number}, blank))
        ({extreme}((c for c in cells if {mask}[c]), key=lambda c: {number+c:cell}) == {cell})
        (join({numbers}) == '{int}{int}')
        (sorted({numbers}) == [{int}, {one}])
        ({numbers}[:2] == [{int}, {number}])
        ({numbers} == {numbers})
        all({truth+x:number} for x in [p[0] for p in permutations([{number}, {int}])])
        all({truth+i:number,x:number} for i, x in enumerate({numbers}, {int}))
    """,
    "number": """
        {int}
        {field}[{cell}]
        {field}[{cell}]
        {field}[{place}]
        {field}[{number}]
        {aggregate}({numbers})
        {aggregate}({numbers})
        nth({numbers}, {one})
        {field}[{extreme}(cells, key=lambda c: {number+c:cell})]
        {extreme}({numbers}, key=lambda x: {number+x:number})
        {extreme}(c.column for c in cells if {mask}[c])
        max_assignment([{numbers}, {numbers}], product={bool})
        min_assignment([{numbers}, {numbers}], product={bool})
        best_assignment([{numbers}, {numbers}], product={bool}, least={bool})[0]
        {numbers}[{index}]
        [{number}, {int}, {number}][{number}]
        [[{int}, {number}], [{number}, {one}]][{number} % 2][{index}]
        {square}{field}[[[{cell}, {cell}], [{cell}, {cell}]][{number} % 2][0]]
        count({truths})
        count({mask}[{cells}])
        len(leading({numbers}))
        sum(leading({truths}))
        ({number} {arithmetic} {number})
        ({number} // {one})
        ({number} / {number})
        ({number} / {one})
        ({number} + 1 / {base})
        ({number} % {one})
        (-{number})
        ({number} ** 2)
        {ofone}({number})
        abs({number} - {number})
        default({number}, {number})
        {oftwo}({number}, {number})
        ({number} if {truth} else {number})
        [{int}, {number}, {int}][{number}]
        sum({number+c:cell} for c in {cells} if {truth+c:cell})
        {aggregate}({number+x:number} for x in {numbers})
        sum({number+x:number,y:number} for x, y in zip({numbers}, {numbers}))
        sum({number+i:number,x:number} for i, x in enumerate({numbers}))
        count({truth+a:cell,b:cell} for a, b in combinations({cells}, 2))
        distance({cell}, {cell})
        distance({cell}, {cell}, within={mask})
        distance({cell}, {cell}, within=group({cell}, {mask}))
        distance({cell}, {cell}, by=not {links})
        len({cells})
        len(digits({number}))
        digits({number} + 10)[{index}]
        len(prime_factors({number}))
        sum(prime_factors({number}))
        read({line})
        read({line}, base={base})
        len(runs({line}))
        len(runs({line}, same=true))
        {aggregate}({number+r:list} for r in runs({line}, same=true))
        runs({line}, same=true)[{index}][{index}]
        {aggregate}({number+r:list} for r in runs({line}))
        {aggregate}({number+r:list} for r in runs({line}) if {truth+r:list})
        {aggregate}(numbers({line}))
        {aggregate}(n for l in [{line}, {line}] for n in numbers(l))
        {aggregate}(digit_sum(n) for n in numbers({line}))
        {aggregate}({number+r:list,s:list} for r in runs({line}) for s in runs({line}))
        {aggregate}({number+r:list} for r in runs({line})[:{int}])
        {aggregate}({number+n:number} for n in numbers({line}) if {truth+n:number})
        runs({line})[{index}][{index}]
        numbers({line})[{index}]
        fold({line}, start={int}, step=lambda s, x: {step})
        fold({line}, start=({int}, {int}), step=lambda s, x: {pairstep}, result=lambda s: {pairresult})
        fold(zip({line}, {line}), start={int}, step=lambda s, p: {bothstep})
        {square}walk(start=({cell}, 0), read={field}, step=lambda s, x: {waystep}, result=lambda s: s[1])
        {square}walk({cell}, {field}, lambda c, x: {wayplace}, result=lambda c: {int})
        len(groups({mask}))
        len(groups(same={field}))
        len(group({cell}, {mask}))
        len(group({cell}, same={field}))
        len(group({cell}, cells, by=not {links}))
        sum(len(group(c, {mask})) for c in neighbors({cell}))
        max(len(g) for g in groups({mask}))
        sum(len(g) for g in groups({mask}))
        sum(len(g) for g in groups({mask}) if {truth+g:area})
        count(len(g) {compare} {int} for g in groups({mask}))
        sum(min({number+c:cell} for c in g) for g in groups({mask}))
        sum({number+g:area} for g in groups({mask}))
        count(inside({links}, c) for c in cells)
        {square}count(all({mask}[p]) for p in placements({shape}))
        {square}len(placements({shape}, reflect={bool}))
        {square}len(covering({cell}, placements({shape})))
        {square}len(polyominoes({one}))
        {hexagons}len(polyhexes({one}))
        {hexagons}len(placements({hexes}, reflect={bool}))
        len(rows({mask}))
        len(lines({mask}))
        len(rows(group({cell}, {mask})))
        max(len(r) for r in rows({mask}))
        len(first(rows({mask})))
        sum({field}[last(rows({mask}))])
        rows({mask})[0][-1].column
        {square}len(columns({mask}))
        {square}len(bounding_box(group({cell}, {mask})))
        {square}sum({field}[bounding_box({mask})])
        {square}sum(sum({field}[b]) for b in blocks(1, 2))
        len(range({int}))
        len(permutations([{number}, {int}]))
        len(combinations({numbers}, {int}))
    """,
    "numbers": """
        {field}
        {field}[{cells}]
        {field}[{cells}]
        {field}[::-1]
        {field}[1:]
        {list}
        default({field}, {int})
        abs({field} - {int})
        ({field} {arithmetic} {int})
        ({field} / {one})
        ({field} {arithmetic} {number})
        ({field} if {mask} else {int})
        [{number}, {number}]
        [{number}, {int}, blank]
        [{number+c:cell} for c in {cells}]
        [{number+x:number} for x in {numbers}]
        {field}[group({cell}, {mask})]
        reversed({numbers})
        leading({numbers})
        {ofone}({field})
        digits({number})
        prime_factors({number})
        ({line})[::-1]
        range({int}, {base})
        {one}..{base}
        sorted({numbers})
        [{number+a:cell,b:cell} for a, b in zip({cells}, {cells})]
    """,
    "truths": """
        {mask}
        {mask}[{cells}]
        ({numbers} {compare} {int})
        ({field} {compare} {number})
        ({field}[{cells}] {compare} {number})
        [{truth}, {truth}]
        [{truth+c:cell} for c in {cells}]
        {links}
        {borders}
        {links}[{cell}.links]
        {borders}[{cell}.borders]
        {borders}[side({cell}, {direction})]
    """,
    "mask": """
        ({field} {compare} {int})
        (not {mask})
        ({mask} {junction} {mask})
        ({field} in ({int}, {number}))
        {kind}({field})
    """,
    "line": "{field}\n{field}[::-1]\n{field}[{cells}]\n({field} % 2)\ndefault({field}, {int})\n{field}[rows[0]]",
    "list": "",
    "area": "",
    "cells": """
        cells
        cells[:3]
        rows[0]
        rows[-1]
        lines[-1]
        lines(cells)[0]
        rows(cells)[0]
        {area}
        neighbors({cell})
        touching({cell})
        ray({cell}, {direction})
        around([{cell}])
        [{cell}, {cell}]
        between({cell}, {cell})
        {square}knight_moves({cell})
        {square}columns[0]
        {square}columns(cells)[0]
        {square}views('{side}')[0]
        {square}first(blocks(1, 2))
        {square}first(boxes(1, 1))
        {square}first(segments(cells, least={one}))
        {square}first(covering({cell}, placements({shape})))
        {corners4}diagonals([r1c1, r1c2, r2c1, r2c2])[0]
    """,
    "place": """
        step({cell}, {direction})
        step({cell}, {direction}, {number})
        {square}cell({number}, {int})
        {square}cell({number}, {number})
        first(c for c in {cells} if {truth+c:cell})
        ({cell} if {truth} else {cell})
        [{cell}, {cell}][{number}]
    """,
    "cell": "",
    "corner": "{cell}.corners[0]\n{cell}.corners[-1]\ncorners[0]",
    "links": "(not {links})",
    "borders": "(not {borders})",
    "pairs": "(not {pairs})",
    "field": "",
    "step": """
        s + 1 if x == {one} else s
        s + default(x, 0)
        0 if x == blank else s + {one}
        max(s, default(x, s))
        (s * 2 + default(x, 1)) % 3
        default(x, s)
        s if x != blank and x > s else fail if s > 1 else s + 1
        x if s == {int} else s
    """,
    "pairstep": """
        (0, max(s[0], s[1])) if x == blank else (s[0] + 1, s[1])
        (s[1], s[0]) if x == {int} else s
        (default(x, 0), s[1] + 1)
        (s[0], x) if s[0] != x else fail
    """,
    "pairresult": "s[1]\ns[0]\ndefault(s[1], 0) - 1\nmax(s[0], s[1])",
    "bothstep": """
        s + 1 if p[0] == p[1] else s
        p[0] if p[1] == blank else s
        fail if p[0] > p[1] else s
        abs(s - default(p[1], 1))
    """,
    "truestep": "s and x != {int}\nnot s if x == {int} else s\ns or x == blank\nfail if x == {one} else s",
    "waystep": """
        (step(s[0], right), s[1] + default(x, 0))
        (step(s[0], right if x == {int} else down), s[1] + 1)
        (step(s[0], left), s[1]) if x == {int} else (step(s[0], right), s[1] + 1)
        (blank, s[1]) if x == {int} else (step(s[0], down), {int})
        fail if x == {int} else (step(s[0], {direction}), s[1] + 1)
    """,
    "wayplace": "step(c, right) if x == {int} else step(c, down)\nstep(c, {direction})\nc if x == {int} else blank",
    "int": "0\n1\n2\n3",
    "one": "1\n2\n3",
    "index": "0\n1\n-1",
    "base": "2\n3\n10",
    "bool": "true\nfalse",
    "compare": "==\n==\n!=\n<\n<=\n>\n>=",
    "junction": "and\nor\n==\n!=",
    "arithmetic": "+\n-\n*",
    "aggregate": "sum\nmin\nmax\nfirst\nlast\nlen\nproduct\ngcd\nlcm\nvisible",
    "kind": "is_square\nis_cube\nis_prime\nis_fibonacci\nis_palindrome\nis_power",
    "ofone": "floor\nceil\nnumerator\ndenominator\nroot\ndigit_sum\ndigit_product\nabs",
    "extreme": "max\nmin",
    "oftwo": "log\nroot\nmax\nmin\ngcd\nlcm",
    "moves": "touching\nneighbors\nknight_moves\nlambda c: [step(c, right), step(c, left)]",
    "symmetry": "half turn\nquarter turn\nleft-right\nup-down\ndiagonal",
    "symmetry6": "half turn\nthird turn\nsixth turn\nleft-right\nup-down\ndiagonal\nalong down_left\nup_left-down_right",
    "hexes": "'# #'\n'# # / #'\n'#'\n'# #/ #'\n[{cell}, {cell}]",
    "side": "left\nright\ntop\nbottom",
    "shape": "'##'\n'##/#-'\n'#'\n'#-#'\n['#', '##']\n[{cell}, {cell}]",
}
