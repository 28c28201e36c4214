import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { lockCircle } from '#server/ajo-accounts/lock-circle.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** One vote for each member and month; the latest counts, until the month closes. */
export const voteInCircle: Command<'vote-in-ajo-circle'> = {
  name: 'vote-in-ajo-circle',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['circle_id', 'group_buy_id'],
  check: (raw) => checkFields(raw, { circle_id: uuid('Circle'), group_buy_id: uuid('Group buy') }),
  async run({ input, caller, tx }) {
    const circle = await lockCircle(tx, input.circle_id)
    const { rows } = await tx.query<VoteFacts>(
      `select m.id as member_id, n.month, coalesce(clock_timestamp() < n.closes_at, false) as is_open, coalesce(g.status = 'active', false) as is_buy,
         coalesce(g.end_date > n.closes_at, false) as lasts
       from public.ajo_members m
       left join lateral (select month, closes_at from public.ajo_months where circle_id = m.circle_id and closed_at is null order by month limit 1) n on true
       left join public.group_buys g on g.id = $3 where m.circle_id = $1 and m.person_id = $2 and m.status = 'active'`,
      [input.circle_id, caller.userId, input.group_buy_id],
    )
    const [facts] = rows
    if (!circle || !facts) return refuse('circle_not_found')
    if (facts.month === null || !facts.is_open) return refuse('vote_closed')
    if (!facts.is_buy) return refuse('buy_not_found')
    if (!facts.lasts) return refuse('vote_too_short')
    await tx.query(
      `insert into public.ajo_votes (member_id, circle_id, month, group_buy_id) values ($1, $2, $3, $4)
       on conflict (member_id, month) do update set group_buy_id = excluded.group_buy_id, voted_at = clock_timestamp()`,
      [facts.member_id, circle.id, facts.month, input.group_buy_id],
    )
    return { month: facts.month }
  },
}

interface VoteFacts {
  member_id: string
  /** Null: every month is closed. */
  month: number | null
  is_open: boolean
  is_buy: boolean
  lasts: boolean
}
