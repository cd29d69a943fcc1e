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

  ;; The same of each of some sets and one other: their addresses stand at $list, $listEnd behind the last; the counts are
  ;; written one after the other from $counts on.
  (func (export "count_each_within")
    (param $list i32) (param $listEnd i32) (param $within i32) (param $counts i32) (param $bytes i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $list) (local.get $listEnd)))
        (i32.store (local.get $counts)
          (call $count_common (i32.load (local.get $list)) (local.get $within) (local.get $bytes)))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (local.set $counts (i32.add (local.get $counts) (i32.const 4)))
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

  ;; Of each of some sets (as in count_each_within) only what is in $within remains. $any becomes what is in at least one of
  ;; them, $one what is in exactly one.
  (func (export "gather_within")
    (param $list i32) (param $listEnd i32) (param $within i32) (param $any i32) (param $one i32) (param $bytes i32)
    (local $at i32)
    (local $entry i32)
    (local $place i32)
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
        (block $listed
          (loop $each
            (br_if $listed (i32.ge_u (local.get $entry) (local.get $listEnd)))
            (local.set $place (i32.add (i32.load (local.get $entry)) (local.get $at)))
            (local.set $having (v128.and (v128.load (local.get $place)) (local.get $kept)))
            (v128.store (local.get $place) (local.get $having))
            (local.set $several
              (v128.or (local.get $several) (v128.and (local.get $some) (local.get $having))))
            (local.set $some (v128.or (local.get $some) (local.get $having)))
            (local.set $entry (i32.add (local.get $entry) (i32.const 4)))
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
)
