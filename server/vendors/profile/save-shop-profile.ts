import { isRefusal, refuse } from '#domain/refusal.ts'
import { checkShopProfile, profileFacts, type ShopProfile } from '#domain/vendors/shop-profile.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { lockOwnShop } from './lock-own-shop.ts'

/** A vendor changes the facts of the shop that need no approval. */
export const saveShopProfile: Command<'save-shop-profile'> = {
  name: 'save-shop-profile',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['description', 'location', 'phone', 'logo_url', 'opening_hours', 'seen'],
  check: checkShopProfile,
  async run({ input, caller, tx }) {
    const shop = await lockOwnShop(tx, { userId: caller.userId, seen: input.seen })
    if (isRefusal(shop)) return shop
    const { rows } = await tx.query<{ seen: string }>(
      `update public.vendors v set description = $2, location = $3, logo_url = $4, opening_hours = $5 where id = $1
       returning to_jsonb(v) #>> '{updated_at}' as seen`,
      [shop.id, input.description, input.location, input.logo_url, JSON.stringify(input.opening_hours)],
    )
    await tx.query('update public.vendor_details set phone = $2 where vendor_id = $1 and phone is distinct from $2', [
      shop.id,
      input.phone,
    ])
    const changed = (Object.keys(profileFacts) as (keyof ShopProfile)[]).filter(
      (fact) => JSON.stringify(input[fact]) !== JSON.stringify(inFieldOrder(shop)[fact]),
    )
    if (changed.length > 0) {
      await recordAct(tx, {
        actorId: caller.userId,
        action: 'shop.change-profile',
        subject: { type: 'vendor', id: shop.id },
        before: loggedFacts(changed, shop),
        after: loggedFacts(changed, input),
      })
    }
    return rows[0] ?? refuse('vendor_profile_not_found')
  },
}

/** JSON columns come back with their keys in another order. */
const inFieldOrder = ({ opening_hours: hours, ...shop }: ShopProfile): ShopProfile => ({
  ...shop,
  opening_hours: hours.map(({ day, opens, closes }) => ({ day, opens, closes })),
})

/** The log is permanent, so it does not contain the phone number. */
const loggedFacts = (facts: readonly (keyof ShopProfile)[], values: ShopProfile) =>
  Object.fromEntries(facts.map((fact) => [fact, fact === 'phone' ? 'a phone number' : values[fact]]))
