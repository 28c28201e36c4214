import { checkFields, oneOf, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'

/** The shop status that each decision leads to. */
const STATUS_AFTER = { approve: 'active', reject: 'rejected', suspend: 'suspended', reinstate: 'active' } as const

/** A manager of the vendor's state (or coordinator, or chief) approves, rejects, suspends or reinstates a shop. */
export const decideVendor: Command<'decide-vendor'> = {
  name: 'decide-vendor',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['vendor_id', 'decision', 'note'],
  check: (raw) =>
    checkFields(raw, {
      vendor_id: uuid('Vendor'),
      decision: oneOf({ label: 'decision', among: ['approve', 'reject', 'suspend', 'reinstate'] as const }),
      note: text({ label: 'Note', min: 0, max: 500, lines: true }),
    }),
  async run({ input, caller, tx, context }) {
    const { rows } = await tx.query<VendorToDecide>(
      `select v.id, v.status, v.business_name, v.owner_id, rights.email_of(v.owner_id) as email, o.role as owner_role,
         rights.person_oversees($2, v.state) as overseen
       from public.vendors v join public.profiles o on o.id = v.owner_id where v.id = $1 for update of v`,
      [input.vendor_id, caller.userId],
    )
    const vendor = rows[0]
    if (!vendor?.overseen) return refuse('not_allowed')
    if (input.decision === 'approve' && vendor.status !== 'pending') return refuse('move_not_allowed')
    if (input.decision === 'reinstate' && vendor.status !== 'suspended') return refuse('move_not_allowed')
    if (STATUS_AFTER[input.decision] === 'active' && vendor.owner_role !== 'vendor') {
      const opens = input.decision === 'approve' && vendor.owner_role === 'customer'
      if (!opens) return refuse('owner_is_no_vendor')
    }
    if (input.decision !== 'approve' && input.decision !== 'reinstate' && !input.note) {
      return refuse('invalid_input', { message: 'Please write the reason: the vendor reads it.' })
    }

    const status = STATUS_AFTER[input.decision]
    await tx.query('update public.vendors set status = $2 where id = $1', [vendor.id, status])
    await tx.query(
      'update public.vendor_details set decided_by = $2, decided_at = now(), decision_note = $3 where vendor_id = $1',
      [vendor.id, caller.userId, input.note ?? ''],
    )
    // A customer whose shop is approved becomes a vendor and loses the referral code.
    if (input.decision === 'approve') {
      await tx.query(
        `update public.profiles set role = 'vendor', referral_code = null where id = $1 and role = 'customer'`,
        [vendor.owner_id],
      )
    }
    await recordAct(tx, {
      actorId: caller.userId,
      action: `vendor.${input.decision}`,
      subject: { type: 'vendor', id: vendor.id },
      before: { status: vendor.status },
      after: { status, note: input.note ?? '' },
    })
    await queueSystemMail(tx, 'vendor-decision', {
      to: vendor.email,
      person: vendor.owner_id,
      facts: { decision: input.decision, shop: vendor.business_name, note: input.note ?? '' },
      siteUrl: context.siteUrl,
    })
    return { vendor_id: vendor.id, status }
  },
}

interface VendorToDecide {
  id: string
  status: string
  business_name: string
  owner_id: string
  owner_role: string
  email: string | null
  overseen: boolean
}
