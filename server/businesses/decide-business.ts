import type pg from 'pg'
import type { BusinessState } from '#domain/businesses/business.ts'
import { checkFields, oneOf, text, uuid } from '#domain/forms/validation.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * A manager of the company's state, a coordinator or a chief verifies a company or a change that it asks for, refuses
 * it, or withdraws a verification.
 */
export const decideBusiness: Command<'decide-business'> = {
  name: 'decide-business',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['business_id', 'decision', 'note', 'requested_at'],
  check: (raw) =>
    checkFields(raw, {
      business_id: uuid('Company'),
      decision: oneOf({ label: 'decision', among: ['verify', 'refuse', 'withdraw'] as const }),
      note: text({ label: 'Reason', min: 0, max: 500, lines: true }),
      requested_at: text({ label: 'Time of the request', max: 40 }),
    }),
  async run({ input, caller, tx, context }) {
    const business = await lockBusiness(tx, input, caller.userId)
    if (!business?.overseen) return refuse('not_found')
    const note = input.note ?? ''
    const fault = decisionFault(business, { ...input, note })
    if (fault) return fault
    const outcome = OUTCOMES[input.decision]
    const { rows } = await tx.query<{ name: string; status: 'verified' | 'refused' }>(
      `update public.businesses set ${outcome.set(business)}, new_name = null, new_tin = null, new_address = null,
         decided_by = $2, decided_at = clock_timestamp(), decision_note = $3 where id = $1 returning name, status`,
      [business.id, caller.userId, note],
    )
    const [decided] = rows
    if (!decided) throw new Error('The company is locked')
    await recordAct(tx, {
      actorId: caller.userId,
      action: outcome.act(business),
      subject: { type: 'business', id: business.id },
      before: { name: business.name },
      after: { name: decided.name, note },
    })
    for (const { person, to } of business.owners) {
      const facts = { business: business.new_name ?? business.name, verified: input.decision === 'verify', note }
      await queueSystemMail(tx, 'business-decided', { to, person, facts, siteUrl: context.siteUrl })
    }
    return { business_id: business.id, status: decided.status }
  },
}

interface LockedBusiness {
  id: string
  name: string
  new_name: string | null
  status: BusinessState
  overseen: boolean
  /** The decision is about the request that the caller was shown. */
  is_seen: boolean
  is_taken: boolean
  owners: { person: string; to: string | null }[]
}

/** The columns that each decision writes, as constants: no input of a caller. */
const OUTCOMES = {
  verify: {
    set: () =>
      `status = 'verified', name = coalesce(new_name, name), tin = coalesce(new_tin, tin), address = coalesce(new_address, address)`,
    act: ({ new_name }: LockedBusiness) =>
      new_name === null ? ('business.verify' as const) : ('business.change' as const),
  },
  refuse: {
    set: ({ status }: LockedBusiness) => (status === 'verified' ? `status = 'verified'` : `status = 'refused'`),
    act: ({ status }: LockedBusiness) =>
      status === 'verified' ? ('business.keep' as const) : ('business.refuse' as const),
  },
  withdraw: { set: () => `status = 'refused'`, act: () => 'business.withdraw' as const },
} as const

async function lockBusiness(
  tx: pg.PoolClient,
  { business_id, requested_at }: { business_id: string; requested_at: string },
  personId: string | null,
): Promise<LockedBusiness | null> {
  const { rows } = await tx.query<LockedBusiness>(
    `select b.id, b.name, b.new_name, b.status, b.requested_at::text = $3 or to_jsonb(b.requested_at) #>> '{}' = $3 as is_seen,
       exists (select from public.businesses o where o.tin = coalesce(b.new_tin, b.tin) and o.status = 'verified' and o.id <> b.id) as is_taken,
       rights.person_oversees($2, b.state) as overseen,
       (select coalesce(jsonb_agg(jsonb_build_object('person', m.person_id, 'to', rights.email_of(m.person_id))), '[]') from public.business_members m
         where m.business_id = b.id and m.role = 'owner' and m.ended_at is null) as owners
     from public.businesses b where b.id = $1 for update of b`,
    [business_id, personId, requested_at],
  )
  return rows[0] ?? null
}

function decisionFault(
  business: LockedBusiness,
  { decision, note }: { decision: keyof typeof OUTCOMES; note: string },
): Refusal | null {
  const isRequested = business.status === 'requested' || business.new_name !== null
  if (!business.is_seen) return refuse('conflict')
  if (decision === 'withdraw' ? business.status !== 'verified' : !isRequested) return refuse('already_done')
  if (decision !== 'verify' && note.length < 5) {
    return refuse('invalid_input', { message: WRITE_REASON, errors: { note: WRITE_REASON } })
  }
  return decision === 'verify' && business.is_taken ? refuse('business_taken') : null
}

const WRITE_REASON = 'Please write the reason, in at least 5 characters: the company reads it.'
