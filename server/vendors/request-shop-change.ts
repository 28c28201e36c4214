import { refuse } from '#domain/refusal.ts'
import {
  changedFacts,
  checkShopChange,
  NOTHING_NEW,
  requestedFacts,
  type ShopFacts,
} from '#domain/vendors/shop-change.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { notifyOverseers } from '#server/notices/notify-overseers.ts'
import { recordAct } from '#server/record-act.ts'
import { loggedRequest, previousFacts } from './read-shop-change.ts'

/**
 * The vendor of an active shop requests a change of name, registration number or address. It replaces an open request.
 */
export const requestShopChange: Command<'request-shop-change'> = {
  name: 'request-shop-change',
  who: 'signed-in',
  limit: { tries: 10, ...PER_MINUTE },
  fields: ['business_name', 'registration_number', 'address', 'reason'],
  check: checkShopChange,
  async run({ input, caller, tx, context }) {
    const { rows } = await tx.query<OwnShop>(
      `select v.id, v.status, v.state, v.business_name, d.registration_number, d.address,
         exists (select from public.vendors o where public.shop_name_key(o.business_name) = public.shop_name_key($2)
           and o.status <> 'rejected' and o.id <> v.id) as "nameTaken"
       from public.vendors v join public.vendor_details d on d.vendor_id = v.id join public.profiles p on p.id = v.owner_id
       where v.owner_id = $1 and p.role = 'vendor' for update of v`,
      [caller.userId, input.business_name],
    )
    const [own] = rows
    if (!own) return refuse('vendor_profile_not_found')
    if (own.status === 'suspended') return refuse('shop_is_suspended')
    if (own.status !== 'active') return refuse('move_not_allowed', { message: NOT_APPROVED })
    const requested = changedFacts(input, own)
    if (requestedFacts(requested).length === 0) return refuse('invalid_input', { message: NOTHING_NEW })
    if (requested.business_name !== null && own.nameTaken) {
      const taken = refuse('shop_name_taken')
      return { ...taken, errors: { business_name: taken.message } }
    }

    await tx.query(
      `update public.shop_changes set status = 'withdrawn', decided_at = clock_timestamp() where vendor_id = $1 and status = 'open'`,
      [own.id],
    )
    const written = await tx.query<{ id: string }>(
      `insert into public.shop_changes (vendor_id, requested_by, business_name, registration_number, address, former_name, former_registration_number, former_address, reason)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
      [
        own.id,
        caller.userId,
        requested.business_name,
        requested.registration_number,
        requested.address,
        own.business_name,
        own.registration_number,
        own.address,
        input.reason,
      ],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'shop.request-change',
      subject: { type: 'vendor', id: own.id },
      before: previousFacts(requested, own),
      after: { ...loggedRequest(requested), reason: input.reason },
    })
    const facts = { shopId: own.id, shop: own.business_name, state: own.state }
    await notifyOverseers(tx, 'shop-change-requested', {
      state: own.state,
      factsFor: (area) => ({ ...facts, area }),
      siteUrl: context.siteUrl,
    })
    return { shop_change_id: written.rows[0]?.id ?? '' }
  },
}

interface OwnShop extends ShopFacts {
  id: string
  status: string
  state: string
  business_name: string
  nameTaken: boolean
}

const NOT_APPROVED = 'Your shop is not approved yet: correct the application instead.'
