;; Sets of ordinals as bits, in one memory: what of them is done for every company, 128 measures an operation.
;;
;; A set is given by the address of its first word, a multiple of 16; how long the sets of a call are is said once, in
;; bytes, a multiple of 16. Nothing here checks either: kernel.ts does. `npm run set-kernel` assembles this into
;; kernel-bytes.ts.

(module
  (import "sets" "memory" (memory 1 65536 shared))

  ;; Takes everything out of the set.
  (func (export "clear") (param $set i32) (param $bytes i32)
    (memory.fill (local.get $set) (i32.const 0) (local.get $bytes)))

  ;; Makes the set equal to another.
  (func (export "copy") (param $into i32) (param $from i32) (param $bytes i32)
    (memory.copy (local.get $into) (local.get $from) (local.get $bytes)))

  ;; into |= other
  (func (export "unite") (param $into i32) (param $other i32) (param $bytes i32)
    (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (v128.store (i32.add (local.get $into) (local.get $at))
          (v128.or
            (v128.load (i32.add (local.get $into) (local.get $at)))
            (v128.load (i32.add (local.get $other) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; into |= other & ~except
  (func (export "unite_except") (param $into i32) (param $other i32) (param $except i32) (param $bytes i32)
    (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (v128.store (i32.add (local.get $into) (local.get $at))
          (v128.or
            (v128.load (i32.add (local.get $into) (local.get $at)))
            (v128.andnot
              (v128.load (i32.add (local.get $other) (local.get $at)))
              (v128.load (i32.add (local.get $except) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; into |= other & within
  (func (export "unite_within") (param $into i32) (param $other i32) (param $within i32) (param $bytes i32)
    (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (v128.store (i32.add (local.get $into) (local.get $at))
          (v128.or
            (v128.load (i32.add (local.get $into) (local.get $at)))
            (v128.and
              (v128.load (i32.add (local.get $other) (local.get $at)))
              (v128.load (i32.add (local.get $within) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; into = set & (either | other) & ~without & ~besides
  (func (export "keep_either")
    (param $into i32) (param $set i32) (param $either i32) (param $other i32) (param $without i32) (param $besides i32)
    (param $bytes i32)
    (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (v128.store (i32.add (local.get $into) (local.get $at))
          (v128.andnot
            (v128.and
              (v128.load (i32.add (local.get $set) (local.get $at)))
              (v128.or
                (v128.load (i32.add (local.get $either) (local.get $at)))
                (v128.load (i32.add (local.get $other) (local.get $at)))))
            (v128.or
              (v128.load (i32.add (local.get $without) (local.get $at)))
              (v128.load (i32.add (local.get $besides) (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; into &= other
  (func (export "intersect") (param $into i32) (param $other i32) (param $bytes i32)
    (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (v128.store (i32.add (local.get $into) (local.get $at))
          (v128.and
            (v128.load (i32.add (local.get $into) (local.get $at)))
            (v128.load (i32.add (local.get $other) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; into &= ~other
  (func (export "subtract") (param $into i32) (param $other i32) (param $bytes i32)
    (local $at i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (v128.store (i32.add (local.get $into) (local.get $at))
          (v128.andnot
            (v128.load (i32.add (local.get $into) (local.get $at)))
            (v128.load (i32.add (local.get $other) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; How many ordinals both sets hold. Ones are added up byte by byte, and the bytes before one of them could run over:
  ;; 31 times 8 ones are 248.
  (func $count_common (export "count_common") (param $left i32) (param $right i32) (param $bytes i32) (result i32)
    (local $at i32)
    (local $stop i32)
    (local $ones v128)
    (local $sum v128)
    (block $done
      (loop $run
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (local.set $stop (i32.add (local.get $at) (i32.const 496)))
        (if (i32.gt_u (local.get $stop) (local.get $bytes)) (then (local.set $stop (local.get $bytes))))
        (local.set $ones (v128.const i64x2 0 0))
        (loop $next
          (local.set $ones
            (i8x16.add
              (local.get $ones)
              (i8x16.popcnt
                (v128.and
                  (v128.load (i32.add (local.get $left) (local.get $at)))
                  (v128.load (i32.add (local.get $right) (local.get $at)))))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $next (i32.lt_u (local.get $at) (local.get $stop))))
        (local.set $sum
          (i32x4.add
            (local.get $sum)
            (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $ones)))))
        (br $run)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))

  ;; The four numbers (i32) of which a vector of byte counts is the sum.
  (func $sum_of (param $ones v128) (result i32)
    (local $sum v128)
    (local.set $sum (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $ones))))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))

  ;; The same of each of some sets and two others at once: their addresses stand at $list, $listEnd behind the last; the counts
  ;; are written one after the other from $counts on, and from $otherCounts on.
  (func (export "count_each_within")
    (param $list i32) (param $listEnd i32) (param $within i32) (param $other i32) (param $counts i32)
    (param $otherCounts i32) (param $bytes i32)
    (local $set i32)
    (local $at i32)
    (local $stop i32)
    (local $count i32)
    (local $otherCount i32)
    (local $having v128)
    (local $ones v128)
    (local $otherOnes v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $list) (local.get $listEnd)))
        (local.set $set (i32.load (local.get $list)))
        (local.set $at (i32.const 0))
        (local.set $count (i32.const 0))
        (local.set $otherCount (i32.const 0))
        (block $counted
          (loop $run
            (br_if $counted (i32.ge_u (local.get $at) (local.get $bytes)))
            (local.set $stop (i32.add (local.get $at) (i32.const 496)))
            (if (i32.gt_u (local.get $stop) (local.get $bytes)) (then (local.set $stop (local.get $bytes))))
            (local.set $ones (v128.const i64x2 0 0))
            (local.set $otherOnes (v128.const i64x2 0 0))
            (loop $each
              (local.set $having (v128.load (i32.add (local.get $set) (local.get $at))))
              (local.set $ones
                (i8x16.add
                  (local.get $ones)
                  (i8x16.popcnt
                    (v128.and (local.get $having) (v128.load (i32.add (local.get $within) (local.get $at)))))))
              (local.set $otherOnes
                (i8x16.add
                  (local.get $otherOnes)
                  (i8x16.popcnt
                    (v128.and (local.get $having) (v128.load (i32.add (local.get $other) (local.get $at)))))))
              (local.set $at (i32.add (local.get $at) (i32.const 16)))
              (br_if $each (i32.lt_u (local.get $at) (local.get $stop))))
            (local.set $count (i32.add (local.get $count) (call $sum_of (local.get $ones))))
            (local.set $otherCount (i32.add (local.get $otherCount) (call $sum_of (local.get $otherOnes))))
            (br $run)))
        (i32.store (local.get $counts) (local.get $count))
        (i32.store (local.get $otherCounts) (local.get $otherCount))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (local.set $counts (i32.add (local.get $counts) (i32.const 4)))
        (local.set $otherCounts (i32.add (local.get $otherCounts) (i32.const 4)))
        (br $next))))

  ;; standing = live & ~refused; shutOut = live & refused; onTopic = ~(naming & ~sharing);
  ;; counted = standing & onTopic & ~notOpen & ~weak
  (func (export "sort_standing")
    (param $live i32) (param $refused i32) (param $weak i32) (param $notOpen i32) (param $naming i32) (param $sharing i32)
    (param $standing i32) (param $shutOut i32) (param $onTopic i32) (param $counted i32) (param $bytes i32)
    (local $at i32)
    (local $shown v128)
    (local $fails v128)
    (local $topical v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (local.set $shown (v128.load (i32.add (local.get $live) (local.get $at))))
        (local.set $fails (v128.load (i32.add (local.get $refused) (local.get $at))))
        (local.set $topical
          (v128.not
            (v128.andnot
              (v128.load (i32.add (local.get $naming) (local.get $at)))
              (v128.load (i32.add (local.get $sharing) (local.get $at))))))
        (v128.store (i32.add (local.get $shutOut) (local.get $at)) (v128.and (local.get $shown) (local.get $fails)))
        (local.set $shown (v128.andnot (local.get $shown) (local.get $fails)))
        (v128.store (i32.add (local.get $standing) (local.get $at)) (local.get $shown))
        (v128.store (i32.add (local.get $onTopic) (local.get $at)) (local.get $topical))
        (v128.store (i32.add (local.get $counted) (local.get $at))
          (v128.andnot
            (v128.andnot
              (v128.and (local.get $shown) (local.get $topical))
              (v128.load (i32.add (local.get $notOpen) (local.get $at))))
            (v128.load (i32.add (local.get $weak) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; Of each of some sets (as in count_each_within) only what is in $within is written to the set of the same number from
  ;; $into on. $any becomes what is in at least one of these, $one what is in exactly one.
  (func (export "gather_within")
    (param $list i32) (param $listEnd i32) (param $into i32) (param $within i32) (param $any i32) (param $one i32)
    (param $bytes i32)
    (local $at i32)
    (local $entry i32)
    (local $entryInto i32)
    (local $kept v128)
    (local $having v128)
    (local $some v128)
    (local $several v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (local.set $kept (v128.load (i32.add (local.get $within) (local.get $at))))
        (local.set $some (v128.const i64x2 0 0))
        (local.set $several (v128.const i64x2 0 0))
        (local.set $entry (local.get $list))
        (local.set $entryInto (local.get $into))
        (block $listed
          (loop $each
            (br_if $listed (i32.ge_u (local.get $entry) (local.get $listEnd)))
            (local.set $having
              (v128.and (v128.load (i32.add (i32.load (local.get $entry)) (local.get $at))) (local.get $kept)))
            (v128.store (i32.add (i32.load (local.get $entryInto)) (local.get $at)) (local.get $having))
            (local.set $several
              (v128.or (local.get $several) (v128.and (local.get $some) (local.get $having))))
            (local.set $some (v128.or (local.get $some) (local.get $having)))
            (local.set $entry (i32.add (local.get $entry) (i32.const 4)))
            (local.set $entryInto (i32.add (local.get $entryInto) (i32.const 4)))
            (br $each)))
        (v128.store (i32.add (local.get $any) (local.get $at)) (local.get $some))
        (v128.store (i32.add (local.get $one) (local.get $at)) (v128.andnot (local.get $some) (local.get $several)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; decided = counted & (~blind | answered); review = standing & ~decided;
  ;; possibly = decided & (lacking | asking); likely = decided & ~(lacking | asking); lackingOne &= counted & ~asking
  (func (export "sort_groups")
    (param $standing i32) (param $counted i32) (param $blind i32) (param $answered i32) (param $lacking i32)
    (param $asking i32) (param $lackingOne i32) (param $likely i32) (param $possibly i32) (param $review i32)
    (param $bytes i32)
    (local $at i32)
    (local $asks v128)
    (local $lacks v128)
    (local $free v128)
    (local $decided v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $bytes)))
        (local.set $asks (v128.load (i32.add (local.get $asking) (local.get $at))))
        (local.set $lacks (v128.or (local.get $asks) (v128.load (i32.add (local.get $lacking) (local.get $at)))))
        (local.set $free (v128.load (i32.add (local.get $counted) (local.get $at))))
        (local.set $decided
          (v128.andnot
            (local.get $free)
            (v128.andnot
              (v128.load (i32.add (local.get $blind) (local.get $at)))
              (v128.load (i32.add (local.get $answered) (local.get $at))))))
        (v128.store (i32.add (local.get $review) (local.get $at))
          (v128.andnot (v128.load (i32.add (local.get $standing) (local.get $at))) (local.get $decided)))
        (v128.store (i32.add (local.get $possibly) (local.get $at))
          (v128.and (local.get $decided) (local.get $lacks)))
        (v128.store (i32.add (local.get $likely) (local.get $at))
          (v128.andnot (local.get $decided) (local.get $lacks)))
        (v128.store (i32.add (local.get $lackingOne) (local.get $at))
          (v128.and
            (v128.load (i32.add (local.get $lackingOne) (local.get $at)))
            (v128.andnot (local.get $free) (local.get $asks))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next))))

  ;; Of an ordinal some pairs of places (i16): the addresses of pairs by ordinal stand at $list, $listEnd behind the last.
  ;; Gives how many of its places have a 1 in the bytes at $open, where others have a 0; and the sum of those places,
  ;; 65536 times, beside it.
  (func $open_of (param $ordinal i32) (param $list i32) (param $listEnd i32) (param $open i32) (result i32)
    (local $offset i32)
    (local $pair i32)
    (local $place i32)
    (local $found i32)
    (local.set $offset (i32.shl (local.get $ordinal) (i32.const 2)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $list) (local.get $listEnd)))
        (local.set $pair (i32.load (i32.add (i32.load (local.get $list)) (local.get $offset))))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (local.set $place (i32.and (local.get $pair) (i32.const 0xffff)))
        (local.set $found
          (i32.add
            (local.get $found)
            (i32.mul
              (i32.load8_u (i32.add (local.get $open) (local.get $place)))
              (i32.or (i32.shl (local.get $place) (i32.const 16)) (i32.const 1)))))
        (local.set $place (i32.shr_u (local.get $pair) (i32.const 16)))
        (local.set $found
          (i32.add
            (local.get $found)
            (i32.mul
              (i32.load8_u (i32.add (local.get $open) (local.get $place)))
              (i32.or (i32.shl (local.get $place) (i32.const 16)) (i32.const 1)))))
        (br $next)))
    (local.get $found))

  ;; Writes the ordinals that both sets hold, ascending, from $ordinals on (i32), where there is room for one of each bit of
  ;; theirs. Gives their number. A branch that is foretold wrongly costs more than all else here, and nobody foretells which
  ;; words are empty and how many bits others have. So 2048 bits at a time it is put together which of their words (i32) are
  ;; not empty; where these are few only they are looked at, and each is taken to have two bits; else each 64 bits are taken to
  ;; have six, empty ones too. What is none is written over, and what has more is gone through again.
  (func $list_common (param $left i32) (param $right i32) (param $bytes i32) (param $ordinals i32) (result i32)
    (local $run i32)
    (local $stop i32)
    (local $at i32)
    (local $filled i64)
    (local $shift i64)
    (local $word i64)
    (local $half i32)
    (local $base i32)
    (local $into i32)
    (local $end i32)
    (local.set $into (local.get $ordinals))
    (block $done
      (loop $runs
        (br_if $done (i32.ge_u (local.get $run) (local.get $bytes)))
        (local.set $stop (i32.add (local.get $run) (i32.const 256)))
        (if (i32.gt_u (local.get $stop) (local.get $bytes)) (then (local.set $stop (local.get $bytes))))
        (local.set $at (local.get $run))
        (local.set $filled (i64.const 0))
        (local.set $shift (i64.const 0))
        (loop $next
          (local.set $filled
            (i64.or
              (local.get $filled)
              (i64.shl
                (i64.extend_i32_u
                  (i32x4.bitmask
                    (i32x4.ne
                      (v128.and
                        (v128.load (i32.add (local.get $left) (local.get $at)))
                        (v128.load (i32.add (local.get $right) (local.get $at))))
                      (v128.const i64x2 0 0))))
                (local.get $shift))))
          (local.set $shift (i64.add (local.get $shift) (i64.const 4)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $next (i32.lt_u (local.get $at) (local.get $stop))))
        (if (i64.lt_u (i64.popcnt (local.get $filled)) (i64.const 30))
          (then
            (block $listed
              (loop $each
                (br_if $listed (i64.eqz (local.get $filled)))
                (local.set $at
                  (i32.add (local.get $run) (i32.shl (i32.wrap_i64 (i64.ctz (local.get $filled))) (i32.const 2))))
                (local.set $filled (i64.and (local.get $filled) (i64.sub (local.get $filled) (i64.const 1))))
                (local.set $half
                  (i32.and
                    (i32.load (i32.add (local.get $left) (local.get $at)))
                    (i32.load (i32.add (local.get $right) (local.get $at)))))
                (local.set $base (i32.shl (local.get $at) (i32.const 3)))
                (local.set $end (i32.add (local.get $into) (i32.shl (i32.popcnt (local.get $half)) (i32.const 2))))
                (loop $two
                  (i32.store (local.get $into) (i32.add (local.get $base) (i32.ctz (local.get $half))))
                  (local.set $half (i32.and (local.get $half) (i32.sub (local.get $half) (i32.const 1))))
                  (i32.store offset=4 (local.get $into) (i32.add (local.get $base) (i32.ctz (local.get $half))))
                  (local.set $half (i32.and (local.get $half) (i32.sub (local.get $half) (i32.const 1))))
                  (local.set $into (i32.add (local.get $into) (i32.const 8)))
                  (br_if $two (local.get $half)))
                (local.set $into (local.get $end))
                (br $each))))
          (else
            (local.set $at (local.get $run))
            (loop $each
              (local.set $word
                (i64.and
                  (i64.load (i32.add (local.get $left) (local.get $at)))
                  (i64.load (i32.add (local.get $right) (local.get $at)))))
              (local.set $base (i32.shl (local.get $at) (i32.const 3)))
              (local.set $end
                (i32.add (local.get $into) (i32.shl (i32.wrap_i64 (i64.popcnt (local.get $word))) (i32.const 2))))
              (loop $six
                (i32.store (local.get $into) (i32.add (local.get $base) (i32.wrap_i64 (i64.ctz (local.get $word)))))
                (local.set $word (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
                (i32.store offset=4 (local.get $into) (i32.add (local.get $base) (i32.wrap_i64 (i64.ctz (local.get $word)))))
                (local.set $word (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
                (i32.store offset=8 (local.get $into) (i32.add (local.get $base) (i32.wrap_i64 (i64.ctz (local.get $word)))))
                (local.set $word (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
                (i32.store offset=12 (local.get $into) (i32.add (local.get $base) (i32.wrap_i64 (i64.ctz (local.get $word)))))
                (local.set $word (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
                (i32.store offset=16 (local.get $into) (i32.add (local.get $base) (i32.wrap_i64 (i64.ctz (local.get $word)))))
                (local.set $word (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
                (i32.store offset=20 (local.get $into) (i32.add (local.get $base) (i32.wrap_i64 (i64.ctz (local.get $word)))))
                (local.set $word (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
                (local.set $into (i32.add (local.get $into) (i32.const 24)))
                (br_if $six (i64.ne (local.get $word) (i64.const 0))))
              (local.set $into (local.get $end))
              (local.set $at (i32.add (local.get $at) (i32.const 8)))
              (br_if $each (i32.lt_u (local.get $at) (local.get $stop))))))
        (local.set $run (local.get $stop))
        (br $runs)))
    (i32.shr_u (i32.sub (local.get $into) (local.get $ordinals)) (i32.const 2)))

  ;; Of each ordinal in the set: $start, its number of $numbers (f64), and what topics add. Its topics and those related to
  ;; them are two i64 at $topics; those of the project are one at $project. Each that both have counts 2, each related one
  ;; 1; $shares holds what that adds (f64), and $neutral is added where the ordinal has no topic. Ordinals are written from
  ;; $ordinals on, sums (f64) from $sums on. Gives their number.
  (func (export "add_up")
    (param $set i32) (param $bytes i32) (param $numbers i32) (param $topics i32) (param $project i32) (param $shares i32)
    (param $ordinals i32) (param $sums i32) (param $neutral f64) (param $start f64) (result i32)
    (local $end i32)
    (local $ordinal i32)
    (local $count i32)
    (local $own i64)
    (local $wanted i64)
    (local.set $wanted (i64.load (local.get $project)))
    (local.set $count
      (call $list_common (local.get $set) (local.get $set) (local.get $bytes) (local.get $ordinals)))
    (local.set $end (i32.add (local.get $ordinals) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $ordinals) (local.get $end)))
        (local.set $ordinal (i32.load (local.get $ordinals)))
        (local.set $ordinals (i32.add (local.get $ordinals) (i32.const 4)))
        (local.set $own (i64.load (i32.add (local.get $topics) (i32.shl (local.get $ordinal) (i32.const 4)))))
        (f64.store (local.get $sums)
          (f64.add
            (f64.add
              (local.get $start)
              (f64.load (i32.add (local.get $numbers) (i32.shl (local.get $ordinal) (i32.const 3)))))
            (select
              (local.get $neutral)
              (f64.load
                (i32.add
                  (local.get $shares)
                  (i32.shl
                    (i32.wrap_i64
                      (i64.add
                        (i64.shl (i64.popcnt (i64.and (local.get $own) (local.get $wanted))) (i64.const 1))
                        (i64.popcnt
                          (i64.and
                            (i64.and
                              (i64.load offset=8
                                (i32.add (local.get $topics) (i32.shl (local.get $ordinal) (i32.const 4))))
                              (local.get $wanted))
                            (i64.xor (local.get $own) (i64.const -1))))))
                    (i32.const 3))))
              (i64.eqz (local.get $own)))))
        (local.set $sums (i32.add (local.get $sums) (i32.const 8)))
        (br $next)))
    (local.get $count))

  ;; A sum (f64) in tenths, of which the whole ones are its score (scoreTenths in verdict/score.ts).
  (func $unrounded (param $sum f64) (result f64)
    (f64.add (f64.add (f64.mul (local.get $sum) (f64.const 10)) (f64.const 0.5)) (f64.const 1e-9)))

  ;; The highest score, in tenths, that at least $wanted of $count sums (f64 from $sums on) reach; 0 where there are fewer.
  ;; How many come to each score is counted from $counts on, where there is room for 1001 i32.
  (func (export "reached_by") (param $sums i32) (param $count i32) (param $wanted i32) (param $counts i32) (result i32)
    (local $end i32)
    (local $tenths i32)
    (local $most i32)
    (local $place i32)
    (local $reached i32)
    (memory.fill (local.get $counts) (i32.const 0) (i32.const 4004))
    (local.set $end (i32.add (local.get $sums) (i32.shl (local.get $count) (i32.const 3))))
    (block $counted
      (loop $each
        (br_if $counted (i32.ge_u (local.get $sums) (local.get $end)))
        (local.set $tenths
          (i32.trunc_sat_f64_s
            (f64.min
              (f64.max (call $unrounded (f64.load (local.get $sums))) (f64.const 0))
              (f64.const 1000))))
        (local.set $most
          (select (local.get $tenths) (local.get $most) (i32.gt_u (local.get $tenths) (local.get $most))))
        (local.set $place (i32.add (local.get $counts) (i32.shl (local.get $tenths) (i32.const 2))))
        (i32.store (local.get $place) (i32.add (i32.load (local.get $place)) (i32.const 1)))
        (local.set $sums (i32.add (local.get $sums) (i32.const 8)))
        (br $each)))
    (local.set $place (i32.add (local.get $counts) (i32.shl (local.get $most) (i32.const 2))))
    (block $found
      (loop $lower
        (local.set $reached (i32.add (local.get $reached) (i32.load (local.get $place))))
        (br_if $found (i32.ge_u (local.get $reached) (local.get $wanted)))
        (br_if $found (i32.eq (local.get $place) (local.get $counts)))
        (local.set $place (i32.sub (local.get $place) (i32.const 4)))
        (br $lower)))
    (i32.shr_u (i32.sub (local.get $place) (local.get $counts)) (i32.const 2)))

  ;; Of $count ordinals (i32 from $ordinals on) and their sums (f64 from $sums on), those whose score in tenths is at least
  ;; $least and less than $below are written from $picked and $pickedSums on, as they came. Gives how many they are. Each is
  ;; written, and written over where it is none of them, so that no branch is foretold wrongly.
  (func (export "pick")
    (param $ordinals i32) (param $sums i32) (param $count i32) (param $least f64) (param $below f64) (param $picked i32)
    (param $pickedSums i32) (result i32)
    (local $end i32)
    (local $from i32)
    (local $is i32)
    (local $sum f64)
    (local $shown f64)
    (local.set $from (local.get $picked))
    (local.set $end (i32.add (local.get $ordinals) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $ordinals) (local.get $end)))
        (local.set $sum (f64.load (local.get $sums)))
        (local.set $shown (call $unrounded (local.get $sum)))
        (i32.store (local.get $picked) (i32.load (local.get $ordinals)))
        (f64.store (local.get $pickedSums) (local.get $sum))
        (local.set $is
          (i32.and
            (f64.ge (local.get $shown) (local.get $least))
            (f64.lt (local.get $shown) (local.get $below))))
        (local.set $picked (i32.add (local.get $picked) (i32.shl (local.get $is) (i32.const 2))))
        (local.set $pickedSums (i32.add (local.get $pickedSums) (i32.shl (local.get $is) (i32.const 3))))
        (local.set $ordinals (i32.add (local.get $ordinals) (i32.const 4)))
        (local.set $sums (i32.add (local.get $sums) (i32.const 8)))
        (br $each)))
    (i32.shr_u (i32.sub (local.get $picked) (local.get $from)) (i32.const 2)))

  ;; Of each of $count ordinals (i32 from $ordinals on): in how many of some sets (as in count_each_within) it is, and how many
  ;; of its places are open (as in open_of); together from $counts on (i32).
  (func (export "count_lacked")
    (param $ordinals i32) (param $count i32) (param $list i32) (param $listEnd i32) (param $pairs i32)
    (param $pairsEnd i32) (param $open i32) (param $counts i32)
    (local $end i32)
    (local $ordinal i32)
    (local $word i32)
    (local $entry i32)
    (local $lacked i32)
    (local.set $end (i32.add (local.get $ordinals) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $ordinals) (local.get $end)))
        (local.set $ordinal (i32.load (local.get $ordinals)))
        (local.set $ordinals (i32.add (local.get $ordinals) (i32.const 4)))
        (local.set $word (i32.shl (i32.shr_u (local.get $ordinal) (i32.const 5)) (i32.const 2)))
        (local.set $lacked
          (i32.and
            (call $open_of (local.get $ordinal) (local.get $pairs) (local.get $pairsEnd) (local.get $open))
            (i32.const 0xffff)))
        (local.set $entry (local.get $list))
        (block $listed
          (loop $each
            (br_if $listed (i32.ge_u (local.get $entry) (local.get $listEnd)))
            (local.set $lacked
              (i32.add
                (local.get $lacked)
                (i32.and
                  (i32.shr_u (i32.load (i32.add (i32.load (local.get $entry)) (local.get $word))) (local.get $ordinal))
                  (i32.const 1))))
            (local.set $entry (i32.add (local.get $entry) (i32.const 4)))
            (br $each)))
        (i32.store (local.get $counts) (local.get $lacked))
        (local.set $counts (i32.add (local.get $counts) (i32.const 4)))
        (br $next))))

  ;; Ordinals that are in $among too, and of which no place is open (as in open_of), are taken out of the set. Their list is
  ;; made at $ordinals.
  (func (export "drop_settled")
    (param $set i32) (param $among i32) (param $pairs i32) (param $pairsEnd i32) (param $open i32) (param $ordinals i32)
    (param $bytes i32)
    (local $end i32)
    (local $ordinal i32)
    (local $word i32)
    (local.set $end
      (i32.add
        (local.get $ordinals)
        (i32.shl
          (call $list_common (local.get $set) (local.get $among) (local.get $bytes) (local.get $ordinals))
          (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $ordinals) (local.get $end)))
        (local.set $ordinal (i32.load (local.get $ordinals)))
        (local.set $ordinals (i32.add (local.get $ordinals) (i32.const 4)))
        (local.set $word (i32.add (local.get $set) (i32.shl (i32.shr_u (local.get $ordinal) (i32.const 5)) (i32.const 2))))
        (i32.store (local.get $word)
          (i32.and
            (i32.load (local.get $word))
            (i32.xor
              (i32.shl
                (i32.eqz
                  (call $open_of (local.get $ordinal) (local.get $pairs) (local.get $pairsEnd) (local.get $open)))
                (local.get $ordinal))
              (i32.const -1))))
        (br $next))))

  ;; Of each ordinal that both sets hold, a pair of numbers (i16) stands at $pairs. Both are places from $counts on (i32),
  ;; and to what stands there 1 is added. The list of the ordinals is made at $ordinals.
  (func (export "count_pairs")
    (param $set i32) (param $among i32) (param $bytes i32) (param $pairs i32) (param $counts i32) (param $ordinals i32)
    (local $end i32)
    (local $pair i32)
    (local $place i32)
    (local.set $end
      (i32.add
        (local.get $ordinals)
        (i32.shl
          (call $list_common (local.get $set) (local.get $among) (local.get $bytes) (local.get $ordinals))
          (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $ordinals) (local.get $end)))
        (local.set $pair
          (i32.load (i32.add (local.get $pairs) (i32.shl (i32.load (local.get $ordinals)) (i32.const 2)))))
        (local.set $ordinals (i32.add (local.get $ordinals) (i32.const 4)))
        (local.set $place
          (i32.add (local.get $counts) (i32.shl (i32.and (local.get $pair) (i32.const 0xffff)) (i32.const 2))))
        (i32.store (local.get $place) (i32.add (i32.load (local.get $place)) (i32.const 1)))
        (local.set $place
          (i32.add (local.get $counts) (i32.shl (i32.shr_u (local.get $pair) (i32.const 16)) (i32.const 2))))
        (i32.store (local.get $place) (i32.add (i32.load (local.get $place)) (i32.const 1)))
        (br $next))))

  ;; Of each ordinal in the set of which exactly one place is open (as in open_of) 1 is added to the number of that place from
  ;; $onlys on (i32); of each other one to that of place 0. The list of the ordinals is made at $ordinals.
  (func (export "count_only")
    (param $set i32) (param $bytes i32) (param $pairs i32) (param $pairsEnd i32) (param $open i32) (param $onlys i32)
    (param $ordinals i32)
    (local $end i32)
    (local $found i32)
    (local $place i32)
    (local.set $end
      (i32.add
        (local.get $ordinals)
        (i32.shl
          (call $list_common (local.get $set) (local.get $set) (local.get $bytes) (local.get $ordinals))
          (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $ordinals) (local.get $end)))
        (local.set $found
          (call $open_of
            (i32.load (local.get $ordinals)) (local.get $pairs) (local.get $pairsEnd) (local.get $open)))
        (local.set $ordinals (i32.add (local.get $ordinals) (i32.const 4)))
        (local.set $place
          (i32.add
            (local.get $onlys)
            (i32.shl
              (i32.mul
                (i32.shr_u (local.get $found) (i32.const 16))
                (i32.eq (i32.and (local.get $found) (i32.const 0xffff)) (i32.const 1)))
              (i32.const 2))))
        (i32.store (local.get $place) (i32.add (i32.load (local.get $place)) (i32.const 1)))
        (br $next))))

  ;; Places (i32) from $from on, $bytes bytes of them, are written to $into in the order of six bits of their numbers (i32
  ;; from $numbers on), those that $shift says: the highest first, equal ones as they came. $digits: room for 64 i32.
  (func $sort_by_digit
    (param $from i32) (param $bytes i32) (param $into i32) (param $numbers i32) (param $shift i32) (param $digits i32)
    (local $at i32)
    (local $end i32)
    (local $place i32)
    (local $digit i32)
    (local $count i32)
    (memory.fill (local.get $digits) (i32.const 0) (i32.const 256))
    (local.set $end (i32.add (local.get $from) (local.get $bytes)))
    (local.set $at (local.get $from))
    (loop $counting
      (local.set $digit
        (i32.add
          (local.get $digits)
          (i32.shl
            (i32.and
              (i32.shr_u
                (i32.load (i32.add (local.get $numbers) (i32.shl (i32.load (local.get $at)) (i32.const 2))))
                (local.get $shift))
              (i32.const 63))
            (i32.const 2))))
      (i32.store (local.get $digit) (i32.add (i32.load (local.get $digit)) (i32.const 4)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br_if $counting (i32.lt_u (local.get $at) (local.get $end))))
    ;; From how many have a digit to where the first of them goes.
    (local.set $digit (i32.add (local.get $digits) (i32.const 256)))
    (loop $placing
      (local.set $digit (i32.sub (local.get $digit) (i32.const 4)))
      (local.set $count (i32.load (local.get $digit)))
      (i32.store (local.get $digit) (local.get $into))
      (local.set $into (i32.add (local.get $into) (local.get $count)))
      (br_if $placing (i32.gt_u (local.get $digit) (local.get $digits))))
    (local.set $at (local.get $from))
    (loop $moving
      (local.set $place (i32.load (local.get $at)))
      (local.set $digit
        (i32.add
          (local.get $digits)
          (i32.shl
            (i32.and
              (i32.shr_u
                (i32.load (i32.add (local.get $numbers) (i32.shl (local.get $place) (i32.const 2))))
                (local.get $shift))
              (i32.const 63))
            (i32.const 2))))
      (local.set $into (i32.load (local.get $digit)))
      (i32.store (local.get $into) (local.get $place))
      (i32.store (local.get $digit) (i32.add (local.get $into) (i32.const 4)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br_if $moving (i32.lt_u (local.get $at) (local.get $end)))))

  ;; Places (i32) from $list on, $bytes bytes of them, come into the order of their numbers (i32 from $numbers on) without the
  ;; lowest $shift bits: the highest first, equal ones as they came. Most are 0 without them, and of those nothing is sorted.
  ;; $room is as long as the list, $digits room for 64 i32.
  (func $sort_by_rest
    (param $list i32) (param $bytes i32) (param $numbers i32) (param $shift i32) (param $room i32) (param $digits i32)
    (local $at i32)
    (local $end i32)
    (local $place i32)
    (local $rest i32)
    (local $left i32)
    (local $step i32)
    (local $zeros i32)
    (local $others i32)
    (local $from i32)
    (local $into i32)
    (local.set $at (local.get $list))
    (local.set $end (i32.add (local.get $list) (local.get $bytes)))
    (local.set $zeros (local.get $room))
    (local.set $others (local.get $list))
    ;; Those that are not 0 stay in the list, at its front: no further behind than they stood.
    (loop $each
      (local.set $place (i32.load (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (local.set $rest
        (i32.shr_u
          (i32.load (i32.add (local.get $numbers) (i32.shl (local.get $place) (i32.const 2))))
          (local.get $shift)))
      (local.set $left (i32.or (local.get $left) (local.get $rest)))
      (i32.store (local.get $others) (local.get $place))
      (i32.store (local.get $zeros) (local.get $place))
      (local.set $step (i32.shl (i32.eqz (local.get $rest)) (i32.const 2)))
      (local.set $zeros (i32.add (local.get $zeros) (local.get $step)))
      (local.set $others (i32.add (local.get $others) (i32.sub (i32.const 4) (local.get $step))))
      (br_if $each (i32.lt_u (local.get $at) (local.get $end))))
    (memory.copy (local.get $others) (local.get $room) (i32.sub (local.get $zeros) (local.get $room)))
    (local.set $bytes (i32.sub (local.get $others) (local.get $list)))
    (local.set $from (local.get $list))
    (local.set $into (local.get $room))
    (block $sorted
      (loop $digit
        (br_if $sorted (i32.eqz (local.get $left)))
        (call $sort_by_digit
          (local.get $from) (local.get $bytes) (local.get $into) (local.get $numbers) (local.get $shift)
          (local.get $digits))
        (local.set $place (local.get $from))
        (local.set $from (local.get $into))
        (local.set $into (local.get $place))
        (local.set $shift (i32.add (local.get $shift) (i32.const 6)))
        (local.set $left (i32.shr_u (local.get $left) (i32.const 6)))
        (br $digit)))
    (if (i32.ne (local.get $from) (local.get $list))
      (then (memory.copy (local.get $list) (local.get $from) (local.get $bytes)))))

  ;; $count places (i32) stand at $order, at least one. Those whose second number is not 0 are written from $ranked on, the
  ;; highest first number first, then the highest second one, equal ones as they stand at $order. Gives how many they are.
  ;; $room is as long as $order, $digits room for 64 i32.
  (func (export "rank")
    (param $order i32) (param $count i32) (param $first i32) (param $second i32) (param $ranked i32) (param $room i32)
    (param $digits i32) (result i32)
    (local $end i32)
    (local $place i32)
    (local $bytes i32)
    (local.set $end (i32.add (local.get $order) (i32.shl (local.get $count) (i32.const 2))))
    (loop $each
      (local.set $place (i32.load (local.get $order)))
      (i32.store (i32.add (local.get $room) (local.get $bytes)) (local.get $place))
      (local.set $bytes
        (i32.add
          (local.get $bytes)
          (i32.shl
            (i32.ne
              (i32.load (i32.add (local.get $second) (i32.shl (local.get $place) (i32.const 2))))
              (i32.const 0))
            (i32.const 2))))
      (local.set $order (i32.add (local.get $order) (i32.const 4)))
      (br_if $each (i32.lt_u (local.get $order) (local.get $end))))
    (if (local.get $bytes)
      (then
        (call $sort_by_digit
          (local.get $room) (local.get $bytes) (local.get $ranked) (local.get $second) (i32.const 0)
          (local.get $digits))
        (call $sort_by_rest
          (local.get $ranked) (local.get $bytes) (local.get $second) (i32.const 6) (local.get $room)
          (local.get $digits))
        (call $sort_by_rest
          (local.get $ranked) (local.get $bytes) (local.get $first) (i32.const 0) (local.get $room)
          (local.get $digits))))
    (i32.shr_u (local.get $bytes) (i32.const 2)))
)
