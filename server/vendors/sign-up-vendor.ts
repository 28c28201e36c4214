import { refuse } from '#domain/refusal.ts'
import { checkVendorApplication } from '#domain/vendors/vendor-application.ts'
import { type Command, PER_MINUTE } from '../command.ts'

/** Opens a shop, `pending` until a manager for its state approves it. A rejected shop may be corrected and sent again. */
export const signUpVendor: Command<'sign-up-vendor'> = {
  name: 'sign-up-vendor',
  who: 'signed-in',
  personal: true,
  limit: { tries: 10, ...PER_MINUTE },
  fields: ['business_name', 'description', 'location', 'state', 'phone', 'address', 'registration_number'],
  check(raw) {
    const checked = checkVendorApplication(raw)
    if (!checked.ok) return checked
    const { registration_number, ...rest } = checked.value
    return { ok: true, value: { ...rest, ...(registration_number && { registration_number }) } }
  },
  async run({ input, caller, tx }) {
    const { rows: own } = await tx.query<{ id: string; status: string }>(
      'select id, status from public.vendors where owner_id = $1 for update',
      [caller.userId],
    )
    const shop = own[0]
    if (shop && shop.status !== 'rejected')
      return refuse('already_done', { message: 'You have already signed up a shop.' })

    const facts = [input.business_name, input.description, input.location, input.state]
    const { rows } = shop
      ? await tx.query<{ id: string }>(
          `update public.vendors set business_name = $1, description = $2, location = $3, state = $4, status = 'pending' where id = $5 returning id`,
          [...facts, shop.id],
        )
      : await tx.query<{ id: string }>(
          'insert into public.vendors (business_name, description, location, state, owner_id) values ($1, $2, $3, $4, $5) returning id',
          [...facts, caller.userId],
        )
    const vendorId = rows[0]?.id ?? ''
    await tx.query(
      'update public.vendor_details set phone = $2, address = $3, registration_number = $4 where vendor_id = $1',
      [vendorId, input.phone, input.address, input.registration_number ?? null],
    )
    return { vendor_id: vendorId }
  },
}
