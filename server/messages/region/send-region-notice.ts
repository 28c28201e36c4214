import { randomUUID } from 'node:crypto'
import { parseRole } from '#domain/accounts/roles.ts'
import { checkFields, oneOf, text, wholeNumber } from '#domain/forms/validation.ts'
import { staffName } from '#domain/messages/conversation.ts'
import { MAX_NOTICE_LENGTH, MAX_NOTICE_TITLE, REGION_AUDIENCES } from '#domain/messages/region-notices.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * Staff write to the people of their states. It starts a minute later, so that it can be withdrawn; for more than a
 * thousand people only after a second person has approved it. `public.guard_region_broadcast` has the same rules.
 */
export const sendRegionNotice: Command<'send-region-notice'> = {
  name: 'send-region-notice',
  who: 'signed-in',
  limit: { tries: 10, ...PER_MINUTE },
  fields: ['states', 'audience', 'title', 'message', 'expected'],
  check: (raw) =>
    checkFields(raw, {
      states: stateNames,
      audience: oneOf({ label: 'group of people', among: REGION_AUDIENCES }),
      title: text({ label: 'Title', max: MAX_NOTICE_TITLE }),
      message: text({ label: 'Message', max: MAX_NOTICE_LENGTH, lines: true }),
      expected: wholeNumber({ label: 'Number of people', min: 0, max: 100_000_000 }),
    }),
  async run({ input, caller, tx }) {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('region-broadcasts:' || $1::uuid, 0))`, [
      caller.userId,
    ])
    const { rows } = await tx.query<NoticeAuthor>(
      `select p.full_name, p.role, public.oversees_all(p.id, $2) as may_write,
         (select count(*) from public.region_broadcasts b where b.author_id = p.id and b.status not in ('withdrawn', 'refused')
           and b.created_at > clock_timestamp() - interval '24 hours')::integer as sent
       from public.profiles p where p.id = $1`,
      [caller.userId, input.states],
    )
    const [author] = rows
    if (!author?.may_write) return refuse('not_your_states')
    if (author.sent >= 3) return refuse('notices_used_up')
    const id = randomUUID()
    const { rows: written } = await tx.query<{ status: string; expected: number }>(
      `insert into public.region_broadcasts (id, author_id, author_name, states, audience, title, body) values ($1, $2, $3, $4, $5, $6, $7) returning status, expected`,
      [
        id,
        caller.userId,
        staffName(author.full_name, parseRole(author.role)),
        input.states,
        input.audience,
        input.title,
        input.message,
      ],
    )
    // Counted by the guard, once; a refusal rolls the insert back.
    const expected = written[0]?.expected ?? 0
    if (expected === 0) return refuse('region_empty')
    if (expected > input.expected * 1.1 + 10) return refuse('audience_changed')
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'broadcast.send',
      subject: { type: 'region_broadcast', id },
      after: {
        states: input.states.join(', '),
        audience: input.audience,
        expected,
        title: input.title,
        message: input.message,
      },
    })
    return { broadcast_id: id, needs_approval: written[0]?.status === 'proposed' }
  },
}

interface NoticeAuthor {
  full_name: string
  role: string
  may_write: boolean
  /** In the last 24 hours. */
  sent: number
}

function stateNames(raw: unknown) {
  if (!Array.isArray(raw) || raw.length < 1 || raw.length > 37 || !raw.every((name) => typeof name === 'string'))
    return { error: 'Please choose at least one state.' }
  return { value: [...new Set(raw as string[])].sort() }
}
