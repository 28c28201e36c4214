import type { Guard } from '../guard.ts'

const BUSINESSES = 'server/businesses/businesses.test.ts'
const OWNERS = 'server/businesses/owners.test.ts'
const REQUESTS = 'server/quantity-requests/quantity-requests.test.ts'

/** Companies that buy, and quantities beyond a person's maximum. */
export const BUSINESS_GUARDS: readonly Guard[] = [
  {
    name: 'a company is closed once its last person has left',
    file: 'database/businesses/guards.sql',
    text: "if new.status = 'closed' and old.status <> 'closed'",
    broken: "if false and new.status = 'closed'",
    tests: [OWNERS],
  },
  {
    name: 'a company with unfinished orders stays',
    file: 'server/businesses/close-business.ts',
    text: "return rowCount ? refuse('business_has_orders') : null",
    broken: "return rowCount === null ? refuse('business_has_orders') : null",
    tests: [OWNERS],
  },
  {
    name: 'only the owner of a company passes it on',
    file: 'server/businesses/pass-business.ts',
    text: "if (own?.role !== 'owner') return refuse('not_found')",
    broken: "if (!own) return refuse('not_found')",
    tests: [OWNERS],
  },
  {
    name: 'the owner of a company with people keeps their account',
    file: 'server/businesses/close-business.ts',
    text: "if (members.some(({ role, person_id }) => role !== 'owner' && person_id !== null)) return refuse('owner_stays')",
    broken: 'void members',
    tests: ['server/accounts/delete-account.test.ts'],
  },
  {
    name: 'a company is verified by staff of its state',
    file: 'server/businesses/decide-business.ts',
    text: "if (!business?.overseen) return refuse('not_found')",
    broken: "if (!business) return refuse('not_found')",
    tests: [BUSINESSES],
  },
  {
    name: 'a verified company changes only as it has asked',
    file: 'database/businesses/guards.sql',
    text: "if old.status = 'verified' and (new.name",
    broken: 'if false and (new.name',
    tests: [BUSINESSES],
  },
  {
    name: 'a new order is for the company that its buyer orders for, in the database',
    file: 'database/businesses/guards.sql',
    text: 'new.business_id := (select b.id from public.business_to_order_for(new.user_id) b (id));',
    broken: 'new.business_id := null;',
    tests: [BUSINESSES],
  },
  {
    name: 'people order for a company only while they are in it and want to, in the database',
    file: 'database/businesses/rules.sql',
    text: 'where m.person_id = person and m.accepted_at is not null and m.ended_at is null and m.orders_for_business',
    broken: 'where m.person_id = person and m.accepted_at is not null',
    tests: [BUSINESSES],
  },
  {
    name: 'only the invited person joins a company',
    file: 'database/businesses/guards.sql',
    text: "if new.role = 'buyer' and new.accepted_at is not null",
    broken: 'if false and new.accepted_at is not null',
    tests: [BUSINESSES],
  },
  {
    name: 'orders of a company are read by its members alone',
    file: 'database/businesses/views.sql',
    text: 'where o.business_id in (select rights.my_business_ids());',
    broken: 'where o.business_id is not null;',
    tests: [BUSINESSES],
  },
  {
    name: 'documents of a company are read by its members alone',
    file: 'database/receipts/rights.sql',
    text: 'for select to authenticated using (business_id in (select rights.my_business_ids()));',
    broken: 'for select to authenticated using (business_id is not null);',
    tests: [BUSINESSES],
  },
  {
    name: 'a former member has no rights',
    file: 'database/businesses/rules.sql',
    text: 'where m.person_id = auth.uid() and m.accepted_at is not null and m.ended_at is null',
    broken: 'where m.person_id = auth.uid() and m.accepted_at is not null',
    tests: [BUSINESSES],
  },
  {
    name: 'unpaid orders of a company are counted together',
    file: 'database/unpaid-promises/rules.sql',
    text: "from public.orders o where case when o.status = 'pending' then o.business_id end = p.business and o.is_live) together;",
    broken:
      "from public.orders o where case when o.status = 'pending' then o.business_id end = p.business and o.is_live and o.user_id = p.id) together;",
    tests: [BUSINESSES],
  },
  {
    name: 'the promises of a company are serialised',
    file: 'database/unpaid-promises/rules.sql',
    text: "return hashtextextended('promises ' || coalesce(business, person)::text, 0);",
    broken: "return hashtextextended('promises ' || person::text, 0);",
    tests: [BUSINESSES],
  },
  {
    name: 'a company keeps the orders that were placed for it',
    file: 'database/businesses/guards.sql',
    text: 'when (new.business_id is distinct from old.business_id) execute',
    broken: 'when (false) execute',
    tests: [BUSINESSES],
  },
  {
    name: 'a grant raises the maximum of one person',
    file: 'domain/group-buys/participants/joining.ts',
    text: 'limitFault(limits, ownQuantity + quantity) ??',
    broken: 'limitFault({ ...limits, maxQuantity: null }, ownQuantity + quantity) ??',
    tests: [REQUESTS],
  },
  {
    name: 'the database bounds what one person takes',
    file: 'database/quantity-requests/guards.sql',
    text: 'where n.id = any (ids) and own.units > g.max_quantity and',
    broken: 'where false and n.id = any (ids) and own.units > g.max_quantity and',
    tests: [REQUESTS],
  },
  {
    name: 'a request is answered by its shop',
    file: 'server/quantity-requests/answer-quantity-request.ts',
    text: 'where r.id = $1 and v.owner_id = $2`',
    broken: 'where r.id = $1 and $2::uuid is not null`',
    tests: [REQUESTS],
  },
  {
    name: 'a request is answered once',
    file: 'server/quantity-requests/answer-quantity-request.ts',
    text: "if (!buy || rows[0]?.status !== 'open') return refuse('request_not_open')",
    broken: "if (!buy || !rows[0]) return refuse('request_not_open')",
    tests: [REQUESTS],
  },
  {
    name: 'a shop grants what the buy can hold',
    file: 'domain/quantity-requests/quantity-request.ts',
    text: 'if (quantity > most) {',
    broken: 'if (quantity > most * 100) {',
    tests: ['domain/quantity-requests/quantity-request.test.ts'],
  },
]
