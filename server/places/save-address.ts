import { checkFields, optional, uuid } from '#domain/forms/validation.ts'
import { checkAddress, MAX_ADDRESSES } from '#domain/places/address-draft.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { mergeChecks } from './save-place.ts'

/** Adds or changes one of the caller's addresses. Orders have their own copies, so a change doesn't affect them. */
export const saveAddress: Command<'save-address'> = {
  name: 'save-address',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['id', 'label', 'recipient', 'phone', 'street', 'landmark', 'state', 'lga'],
  check: (raw) => mergeChecks(checkAddress(raw), checkFields<{ id: string | null }>(raw, { id: optional(uuid('Id')) })),
  async run({ input, caller, tx }) {
    // The lock serialises this with account deletion, which must not leave an address behind.
    const { rows: own } = await tx.query<{ amount: number }>(
      `select (select count(*)::integer from public.addresses where user_id = p.id) as amount from public.profiles p
       where p.id = $1 and not rights.is_disabled(p.id) for no key update`,
      [caller.userId],
    )
    if (!own[0]) return refuse('sign_in_required')
    if (input.id === null && own[0].amount >= MAX_ADDRESSES) return refuse('too_many_addresses')
    const values = [
      caller.userId,
      input.label,
      input.recipient,
      input.phone,
      input.street,
      input.landmark,
      input.state,
      input.lga,
    ]
    const { rows } = await tx.query<{ id: string }>(
      input.id === null
        ? `insert into public.addresses (user_id, label, recipient, phone, street, landmark, state, lga) values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`
        : `update public.addresses set label = $2, recipient = $3, phone = $4, street = $5, landmark = $6, state = $7, lga = $8
           where user_id = $1 and id = $9 returning id`,
      input.id === null ? values : [...values, input.id],
    )
    return rows[0] ? { address_id: rows[0].id } : refuse('address_not_found')
  },
}
