import type pg from 'pg'
import type { VendorApplication } from '#api/commands/vendors.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { checkVendorApplication } from '#domain/vendors/vendor-application.ts'
import { type Command, type CommandCall, PER_MINUTE } from '#server/command.ts'
import { notifyOverseers } from '#server/notices/notify-overseers.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'

/**
 * Opens a shop, `pending` until a manager of its state approves it. A pending application may be corrected; a rejected
 * one may be corrected and submitted again.
 */
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
  async run(call) {
    const { input, caller, tx } = call
    const { rows } = await tx.query<Applicant>(
      `select p.role, rights.email_of(p.id) as email, v.id as "shopId", v.status,
         exists (select from public.vendors o where public.shop_name_key(o.business_name) = public.shop_name_key($2)
           and o.status <> 'rejected' and o.owner_id <> p.id) as "nameTaken"
       from public.profiles p left join public.vendors v on v.owner_id = p.id where p.id = $1 for update of p`,
      [caller.userId, input.business_name],
    )
    const applicant = rows[0]
    const refusal = refuseApplication(applicant)
    if (!applicant || refusal) return refusal ?? refuse('not_allowed')

    const ownerId = caller.userId ?? ''
    const vendorId = await writeShop(tx, { input, ownerId, shopId: applicant.shopId })
    await tx.query(
      'update public.vendor_details set phone = $2, address = $3, registration_number = $4 where vendor_id = $1',
      [vendorId, input.phone, input.address, input.registration_number ?? null],
    )
    // A correction of a pending application sends no further mails.
    if (applicant.status !== 'pending') await notifyOfApplication(call, { vendorId, ownerId, email: applicant.email })
    return { vendor_id: vendorId }
  },
}

interface Applicant {
  role: string
  email: string | null
  shopId: string | null
  status: string | null
  nameTaken: boolean
}

function refuseApplication(applicant: Applicant | undefined): Refusal | null {
  // Staff decide on shops; they do not own them.
  if (!applicant || !['customer', 'vendor'].includes(applicant.role)) return refuse('not_allowed')
  const { status, nameTaken } = applicant
  if (status !== null && status !== 'rejected' && status !== 'pending')
    return refuse('already_done', { message: 'You have already signed up a shop.' })
  if (!nameTaken) return null
  const taken = refuse('shop_name_taken')
  return { ...taken, errors: { business_name: taken.message } }
}

async function writeShop(
  tx: pg.PoolClient,
  { input, ownerId, shopId }: { input: VendorApplication; ownerId: string; shopId: string | null },
): Promise<string> {
  const facts = [input.business_name, input.description, input.location, input.state]
  const { rows } = shopId
    ? await tx.query<{ id: string }>(
        `update public.vendors set business_name = $1, description = $2, location = $3, state = $4, status = 'pending' where id = $5 returning id`,
        [...facts, shopId],
      )
    : await tx.query<{ id: string }>(
        'insert into public.vendors (business_name, description, location, state, owner_id) values ($1, $2, $3, $4, $5) returning id',
        [...facts, ownerId],
      )
  return rows[0]?.id ?? ''
}

/** Notifies the applicant and the approvers. */
async function notifyOfApplication(
  { input, tx, context }: CommandCall<VendorApplication>,
  { vendorId, ownerId, email }: { vendorId: string; ownerId: string; email: string | null },
): Promise<void> {
  const { siteUrl } = context
  const facts = { shop: input.business_name, state: input.state }
  await queueSystemMail(tx, 'application-received', { to: email, person: ownerId, facts, siteUrl })
  await notifyOverseers(tx, 'application-to-decide', {
    state: input.state,
    factsFor: (area) => ({ ...facts, shopId: vendorId, area }),
    siteUrl,
  })
}
