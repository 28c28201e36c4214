import type { Guard } from '../../guard.ts'

const FLOWS = ['server/cycles/cycles.test.ts']
const STANDING = ['server/cycles/standing/standing-orders.test.ts']
const GUARDS = 'database/cycles/guards.sql'

const guard = (name: string, text: string, broken: string): Guard => ({
  name,
  file: GUARDS,
  text,
  broken,
  tests: ['server/cycles/guards.test.ts'],
})

/** Group buys that repeat, and the standing orders in them. */
export const CYCLE_GUARDS: readonly Guard[] = [
  guard('a shop repeats its own products', 'p.vendor_id = new.vendor_id and p.archived_at is null', 'true'),
  guard('a cycle stays what it is', "elsif old.status = 'ended' or (new.vendor_id", 'elsif false and (new.vendor_id'),
  guard(
    'the next round of a cycle does not move back',
    'elsif new.next_share_date < old.next_share_date then',
    'elsif false then',
  ),
  guard(
    'a round ends before payment is due',
    "if new.status = 'running' and new.next_end_date >",
    'if false and new.next_end_date >',
  ),
  guard(
    'a round stays in its cycle',
    "if tg_op = 'UPDATE' and old.cycle_id is distinct from new.cycle_id and",
    'if false and',
  ),
  guard(
    'a round is of the product of its cycle',
    'if new.cycle_id is not null and cycle.id is distinct from new.cycle_id then',
    'if false then',
  ),
  guard('a cycle has one open round', 'if others.is_open or (tg_op', 'if (tg_op'),
  guard(
    'a round is shared later than those before',
    "(tg_op = 'INSERT' and new.share_date <= others.last_share_date)",
    '(false)',
  ),
  guard(
    'a person has thirty standing orders at most',
    "s.status <> 'ended') >= 30 then",
    "s.status <> 'ended') >= 3000 then",
  ),
  guard(
    'a standing order is of a cycle that goes on',
    "c.id = new.cycle_id and c.status <> 'ended' for key share)",
    'c.id = new.cycle_id for key share)',
  ),
  guard('a standing order is not for the own shop', 'and rights.serves_shop(new.person_id, c.vendor_id)', 'and false'),
  guard(
    'a standing order stays what it is',
    "if old.status = 'ended' or (new.cycle_id, new.person_id",
    'if false and (new.cycle_id, new.person_id',
  ),
  guard(
    'a standing order is for later rounds of its cycle',
    'and g.cycle_id = s.cycle_id\n      and g.published_at > s.active_since',
    '',
  ),
  guard('a standing order joins for no more than its buyer agreed to', 'and o.amount_due_kobo <= s.most_kobo', ''),
  guard(
    'a standing order joins for its own buyer',
    'and o.user_id = s.person_id and o.group_buy_id',
    'and o.group_buy_id',
  ),
  guard('a standing order joins for its quantity', 'and o.quantity = s.quantity', ''),
  guard('a standing order joins only for those who want it', "and s.mode = 'join'", ''),
  {
    name: 'a standing order that costs too much is not joined',
    file: 'domain/cycles/standing-order.ts',
    text: "return amountDueKobo > mostKobo ? refuse('round_too_dear') : null",
    broken: 'return null',
    tests: ['domain/cycles/standing-order.test.ts', ...STANDING],
  },
  {
    name: 'a standing order adds nothing to an own order',
    file: 'domain/cycles/standing-order.ts',
    text: "if (kind !== 'new') return refuse('already_in_round')",
    broken: '',
    tests: ['domain/cycles/standing-order.test.ts', ...STANDING],
  },
  {
    name: 'a place held for minutes is not joined for a buyer',
    file: 'server/cycles/standing/serve-standing-order.ts',
    text: 'return rows[0]?.is_held ? HELD_FOR_MINUTES : order',
    broken: 'return order',
    tests: STANDING,
  },
  {
    name: 'a changed price pauses a cycle',
    file: 'server/cycles/open-rounds.ts',
    text: 'return rows[0]?.is_same === false',
    broken: 'return false as boolean',
    tests: FLOWS,
  },
  {
    name: 'only its shop changes a cycle',
    file: 'server/cycles/change-cycle.ts',
    text: "if (cycle?.ownerId !== caller.userId) return refuse('cycle_not_found')",
    broken: "if (!cycle) return refuse('cycle_not_found')",
    tests: FLOWS,
  },
  {
    name: 'a cycle changes from what its shop was shown',
    file: 'server/cycles/change-cycle.ts',
    text: "if (cycle.next.shareDate !== input.share_date) return refuse('cycle_changed')",
    broken: '',
    tests: FLOWS,
  },
]
