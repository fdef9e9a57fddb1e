"""Residency: can a serving plan keep every read block in HBM, and if not, what does leaving some out cost?

Six constraints, one clock. Both the solver (``program`` and what builds on it) and the checker (``replay``)
implement the text below; they share the scenario and the plan's record, and no code.

The clock
    A step is a wait, then a compute: step t lasts ``stall(t) + compute(t)`` and starts when step t-1 ends.
    The first step starts at 0. ``step_s`` is the interval the link's rate is counted over, not the length of
    a step.

What happens in step t, in this order
    1. Blocks leave HBM (*evict*). A block comes back only if a tier holds its present content; one that
       leaves without is missed from then on.
    2. Transfers that the step waits for: write-backs of blocks that have just left and had no copy, then
       *demand* fetches, for step t or for a later one. They start after step t-1 has computed, so nothing
       hides them. A demand fetch is readable in step t.
    3. The step computes. Transfers nobody waits for run behind it: *prefetches*, readable from step t+1, and
       write-backs of blocks that stay. Whatever of them outlasts compute(t) delays step t+1.

Capacity
    A block counts in HBM from the step its transfer starts, so a prefetch started in step t counts in step t
    although it can be read only in t+1. A block that is written back behind compute(t) still counts in t.
    Where stand-ins are used, that of a block missed in any step counts in every step.

Waiting
    stall(t) = max(0, time of the transfers that ran behind step t-1 - compute(t-1)) + time of the transfers
    step t waits for. The time of transfers is bytes over the tier's rate in the step they start; tiers work
    side by side, so the slowest counts; both directions of one tier share its rate. ITL = compute + stall,
    summed over the steps since the sequence's last decode step; TTFT = end of the first decode step minus the
    start of the step of arrival.

The six constraints
    correctness     every block of Read(t) is readable in step t, and is the present content
    capacity        bytes in HBM in step t <= ``hbm.bytes``
    link            bytes started in step t over a tier <= ``bytes_per_s`` * ``step_s``
    sustainability  bytes over a tier in the whole plan <= ``sustained_bytes_per_s`` * ``steps`` * ``step_s``;
                    by default the mean of ``bytes_per_s``, and then it follows from the link
    hiding          stall(t) <= ``slack_s``; without ``slack_s`` any wait is allowed
    qos             TTFT and ITL of every sequence within its tenant's targets

Where things start
    A block exists from the step its sequence arrives: in a tier, or in HBM with a copy in a tier (``copied =
    false``: without, so that it must be written back before it leaves). A transfer starts and ends within one
    step's link; a block larger than that can never move, and is to be given as several. State blocks
    (``written_every_step``) are read and rewritten in every decode step of their sequence, which outdates the
    tier's copy. Nothing is owed to steps after the last: a block that is not read again leaves for free.
"""
