import type pg from 'pg'
import { DELETED_MEMBER } from '#domain/accounts/delete-account.ts'
import type { Refusal } from '#domain/refusal.ts'
import { forgetUser } from '#platform/auth/users/forget-user.ts'
import { closeBusiness, closingFault } from '#server/businesses/close-business.ts'
import { lockOwnBusiness } from '#server/businesses/own-business.ts'
import { asAuthAdmin } from './as-auth-admin.ts'

interface DeletingPerson {
  id: string
  role: string
  email: string | null
  otherChiefs: number
  openOrders: number
  openAtShop: number
  shopMoneyKobo: bigint
  runsOut: number
  circles: number
}

const ENDED_STATUSES = `('completed', 'expired', 'cancelled', 'refunded')`

/**
 * Locks in a fixed order, as set-role does, so that two chiefs cannot delete their accounts at once. A concurrent join
 * or new buy either commits first and is counted, or waits and finds no user.
 */
export async function lockPerson(tx: pg.PoolClient, id: string): Promise<DeletingPerson | undefined> {
  await tx.query(`select from public.profiles where id = $1 or role = 'chief' order by id for update`, [id])
  await tx.query('select from public.vendors where owner_id = $1 for update', [id])
  await tx.query(
    `select from public.delivery_runs where rider_id = $1 and status <> 'ended' order by id for no key update`,
    [id],
  )
  const { rows } = await tx.query<DeletingPerson>(
    `select p.id, p.role, rights.email_of(p.id) as email,
       (select count(*)::integer from public.profiles c where c.role = 'chief' and c.id <> p.id and rights.can_sign_in(c.id)) as "otherChiefs",
       ((select count(*) from public.orders where user_id = p.id and status not in ${ENDED_STATUSES})
         + (select count(*) from public.checkouts where user_id = p.id and status = 'open'))::integer as "openOrders",
       coalesce((select case when b.left_kobo + b.out_kobo >= public.whole_setting('payout_least_naira') * 100 or b.out_kobo > 0 then b.left_kobo + b.out_kobo end
         from (select coalesce(ledger.balance_kobo('vendor', v.id), 0) as left_kobo, coalesce((select sum(amount_kobo) from public.payouts
           where vendor_id = v.id and status in ('requested', 'sent', 'needs_attention')), 0) as out_kobo) b), 0)::bigint as "shopMoneyKobo",
       ((select count(*) from public.group_buys where vendor_id = v.id and status not in ('draft', 'completed', 'failed', 'cancelled'))
         + (select count(*) from public.orders where vendor_id = v.id and status not in ${ENDED_STATUSES}))::integer as "openAtShop",
       (select count(*) from public.delivery_runs where rider_id = p.id and status = 'out')::integer as "runsOut",
       (select count(*)::integer from public.ajo_members where person_id = p.id and status in ('joined', 'active')) as circles
     from public.profiles p left join public.vendors v on v.owner_id = p.id where p.id = $1`,
    [id],
  )
  return rows[0]
}

/** Deletes the account, also of a company that the person owns; refused if the company has something open. */
export async function erasePerson(tx: pg.PoolClient, person: DeletingPerson): Promise<Refusal | null> {
  const business = await lockOwnBusiness(tx, person.id)
  if (business?.role === 'owner') {
    const fault = await closingFault(tx, business)
    if (fault) return fault
    await closeBusiness(tx, business, person.id)
  }
  for (const statement of ERASURE) await tx.query(statement.text, statement.values(person))
  await asAuthAdmin(tx, () => forgetUser(tx, person.id))
  return null
}

interface ErasureStatement {
  text: string
  values: (person: DeletingPerson) => unknown[]
}

const byPerson = (text: string): ErasureStatement => ({ text, values: ({ id }) => [id] })
const withDeletedName = (text: string): ErasureStatement => ({ text, values: ({ id }) => [id, DELETED_MEMBER] })
const byEmail = (text: string): ErasureStatement => ({ text, values: ({ id, email }) => [id, email] })

/** Erases personal data from every table. A shop's name stays on its buyers' orders, but the shop is hidden. */
const ERASURE: readonly ErasureStatement[] = [
  byPerson(
    `update public.buy_cycles c set status = 'ended', pause_reason = null, ended_at = clock_timestamp() from public.vendors v
     where v.id = c.vendor_id and v.owner_id = $1 and c.status <> 'ended'`,
  ),
  // First, while the user still has the role that may close the shop.
  byPerson(
    `update public.vendors set description = '', logo_url = null, opening_hours = '[]', closed_days = '[]', pause_note = '', holiday_note = '',
       status = case status when 'active' then 'suspended' when 'pending' then 'rejected' else status end where owner_id = $1`,
  ),
  withDeletedName(
    `update public.profiles set full_name = $2, role = 'customer', referral_code = null, hidden_from_boards = true where id = $1`,
  ),
  withDeletedName('update public.orders set buyer_name = $2 where user_id = $1'),
  withDeletedName('update public.conversation_members set display_name = $2 where profile_id = $1'),
  withDeletedName('update public.product_questions set asker_name = $2 where asker_id = $1'),
  byPerson('delete from public.manager_regions where manager_id = $1'),
  // Applies to every duty. A planned run of theirs does not start; the planner assigns another rider.
  byPerson('update public.memberships set ended_at = clock_timestamp() where person_id = $1 and ended_at is null'),
  byPerson('update public.business_members set ended_at = clock_timestamp() where person_id = $1 and ended_at is null'),
  byPerson('delete from public.quantity_requests where person_id = $1'),
  byPerson('delete from public.standing_orders where person_id = $1'),
  // Shares that others offered them. A giver has an open order, and cannot close their account.
  byPerson(
    `update public.share_gifts s set status = 'lapsed', ended_at = clock_timestamp() where s.is_open and rights.is_gift_for(s, $1)`,
  ),
  // Before what the relay writes from them: this waits for one that is at work, whose rows are then seen below.
  byEmail('delete from outbox.entries where person_id = $1 or lower(recipient) = lower($2)'),
  byPerson('delete from public.notices where person_id = $1'),
  byPerson('delete from public.shown_names where user_id = $1'),
  byPerson('delete from public.addresses where user_id = $1'),
  byPerson('delete from public.buyer_areas where profile_id = $1'),
  byPerson('delete from public.cart_items where profile_id = $1'),
  byPerson('delete from public.saved_lists where profile_id = $1'),
  byPerson('delete from public.follows where follower_id = $1'),
  byPerson('delete from public.saved_searches where person_id = $1'),
  byPerson('delete from public.saved_views where person_id = $1'),
  // Lock order: the buys, then their lines. The units held for the person are offered to the next.
  byPerson(
    'select from public.group_buys where id in (select group_buy_id from public.buy_waits where person_id = $1 and is_open) order by id for no key update',
  ),
  byPerson(
    `with gone as (delete from public.buy_waits where person_id = $1 returning group_buy_id, is_open)
     select public.offer_places(group_buy_id) from gone where is_open`,
  ),
  byPerson('delete from public.buy_broadcast_recipients where person_id = $1'),
  byPerson('delete from public.shop_blocks where person_id = $1'),
  byPerson('update public.message_reports set reporter_id = null where reporter_id = $1'),
  byPerson('update public.message_reports set writer_id = null where writer_id = $1'),
  byPerson('delete from public.region_broadcast_recipients where person_id = $1'),
  withDeletedName('update public.region_broadcasts set author_name = $2, author_id = null where author_id = $1'),
  withDeletedName('update public.region_broadcasts set approver_name = $2, approver_id = null where approver_id = $1'),
  withDeletedName('update public.message_texts set author_name = $2, author_id = null where author_id = $1'),
  byPerson('update public.buy_broadcasts set author_id = null where author_id = $1'),
  byPerson('update public.price_rises set requested_by = null where requested_by = $1'),
  byPerson('update public.banners set author_id = null where author_id = $1'),
  byPerson('delete from public.buy_templates t using public.vendors v where v.id = t.vendor_id and v.owner_id = $1'),
  byPerson('delete from public.notice_preferences where person_id = $1'),
  byPerson('delete from public.push_subscriptions where person_id = $1'),
  byPerson('delete from public.text_consents where person_id = $1'),
  byPerson('delete from sums.active_people where person_id = $1'),
  // Also those of a signed address, whose files lie in the person's folder. Their bytes are swept.
  byPerson(
    `delete from storage.resumable_uploads where caller = 'person ' || $1::uuid::text or starts_with(name, $1::uuid::text || '/')`,
  ),
  byPerson('delete from public.order_addresses where order_id in (select id from public.orders where user_id = $1)'),
  byPerson(
    `delete from public.shop_notes where customer_id = $1 or order_id in (select id from public.orders where user_id = $1)
       or vendor_id in (select id from public.vendors where owner_id = $1)`,
  ),
  byPerson('delete from public.staff_notes where about_id = $1'),
  byPerson('delete from public.verified_accounts where profile_id = $1'),
  byPerson('delete from public.account_suspensions where person_id = $1'),
  withDeletedName(`update public.data_requests set requester = $2, details = '' where person_id = $1`),
  byPerson('delete from public.referrals where referred_id = $1 and settled_at is null'),
  byPerson(
    `update public.products p set archived_at = now() from public.vendors v
     where v.id = p.vendor_id and v.owner_id = $1 and p.archived_at is null`,
  ),
  byPerson('delete from public.shop_changes where requested_by = $1'),
  byPerson(
    `update public.vendor_details d set phone = null, address = null from public.vendors v where v.id = d.vendor_id and v.owner_id = $1`,
  ),
  byPerson(
    `update public.bank_accounts a set ended_at = clock_timestamp() from public.vendors v
     where v.id = a.vendor_id and v.owner_id = $1 and a.ended_at is null`,
  ),
  byEmail('delete from public.email_logs where user_id = $1 or lower(recipient_email) = lower($2)'),
  withDeletedName('update public.messages set sender_name = $2 where sender_id = $1 and sender_name is not null'),
  withDeletedName('update public.support_entries set author_name = $2, author_id = null where author_id = $1'),
  byPerson('update public.support_cases set assigned_to = null where assigned_to = $1'),
  byPerson('update public.canned_answers set updated_by = null where updated_by = $1'),
  byPerson(
    'delete from public.support_cases s using public.conversations c where c.id = s.conversation_id and c.created_by = $1',
  ),
  byPerson('delete from public.contact_messages where person_id = $1'),
  byEmail('delete from public.contact_messages where $1::uuid is not null and lower(email) = lower($2)'),
  byEmail('delete from mail.messages where $1::uuid is not null and lower(recipient) = lower($2)'),
  // Stored responses contain copies of orders. This command's own key is still needed, and its response has no personal
  // data.
  byPerson(`delete from public.idempotency_keys where actor = $1::uuid::text and route <> 'delete-account'`),
]
