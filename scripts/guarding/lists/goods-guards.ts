import type { Guard } from '../guard.ts'

const CORRECTIONS = 'server/packing/correct-load.test.ts'
const WEIGHTS = 'server/packing/weights/weight-guards.test.ts'
const LEAVING = 'server/delivery-runs/weighed-before-leaving.test.ts'
const OFFERS = 'server/claims/offers/offers.test.ts'
const PACKING = 'database/packing/guards.sql'
const CLAIMS = 'database/claims/guards.sql'
const PACKS = 'database/packs/guards.sql'
const TOP_UP = 'server/group-buys/packs/top-up.test.ts'
const SETTLING_PACKS = 'server/settlement/settling-packs.test.ts'

/** Orders of a shop's own people, counts of loads, final weights, offers on claims, and goods in packs. */
export const GOODS_GUARDS: readonly Guard[] = [
  {
    name: 'a shop does not buy from itself, in the database',
    file: 'database/orders/guards.sql',
    text: "where f.status = 'pending' and exists (select from public.parts_in_shop(f.user_id, f.vendor_id))",
    broken: 'where false',
    tests: ['database/tests/orders/order-guards.test.ts'],
  },
  {
    name: 'people on the staff of a shop do not buy there, in the database',
    file: 'database/staff/rules.sql',
    text: 'where m.vendor_id = shop and m.person_id = person and m.ended_at is null',
    broken: 'where false',
    tests: ['database/tests/orders/order-guards.test.ts'],
  },
  {
    name: 'only goods in packs are taken up to a quantity, and not in the top-up time, in the database',
    file: PACKS,
    text: 'if new.sure_quantity is not null and new.allotted_quantity is null and not exists (',
    broken: 'if false and not exists (',
    tests: [TOP_UP],
  },
  {
    name: 'packs are shared out once, when the price is final, in the database',
    file: PACKS,
    text: "if old.allotted_quantity is not null or old.status <> 'paid' or",
    broken: 'if false and (old.status is null) or false and',
    tests: [SETTLING_PACKS],
  },
  {
    name: 'an order of packs settles at its allotted units, in the database',
    file: PACKS,
    text: 'then if new.quantity is distinct from new.allotted_quantity then',
    broken: 'then if false then',
    tests: [SETTLING_PACKS],
  },
  {
    name: 'a buy of packs is confirmed with whole packs, in the database',
    file: PACKS,
    text: '% new.pack_size <> 0 then',
    broken: '% new.pack_size < 0 then',
    tests: [SETTLING_PACKS],
  },
  {
    name: 'a part of a pack is confirmed while its shop is asked, in the database',
    file: PACKS,
    text: "if not coalesce(new.status = 'settling' and",
    broken: "if not coalesce(true or new.status = 'settling' and",
    tests: [SETTLING_PACKS],
  },
  {
    name: 'no extension in the top-up time, in the database',
    file: 'database/group-buys/guards.sql',
    text: 'if buy.top_up_at is not null then',
    broken: 'if false then',
    tests: [TOP_UP],
  },
  {
    name: 'the top-up time does not let people leave free who paid in the window',
    file: 'domain/group-buys/participants/leaving.ts',
    text: '(topUpAt === null || order.paidAt > topUpAt)',
    broken: '(topUpAt === null || order.paidAt !== null)',
    tests: [TOP_UP],
  },
  {
    name: 'the top-up time unlocks no promise, in the database',
    file: 'database/orders/rules.sql',
    text: "e.paid_at <= greatest(clock_timestamp() - interval '1 hour', g.top_up_at)",
    broken: "e.paid_at <= clock_timestamp() - interval '1 hour'",
    tests: [TOP_UP],
  },
  {
    name: 'units and refund of an order of packs come from its allotment',
    file: 'domain/payments/settling/settling.ts',
    text: 'order.allottedQuantity ?? quantity',
    broken: 'quantity',
    tests: ['domain/group-buys/packs/allot-packs.test.ts'],
  },
  {
    name: 'only staff of the place correct a load, and not one of their own shop, in the database',
    file: PACKING,
    text: 'if not coalesce(rights.keeps_place(new.corrected_by, load.pickup_point_id), false) or load.is_hub and public.is_of_shop(new.corrected_by, load.vendor_id) then',
    broken: 'if false then',
    tests: [CORRECTIONS],
  },
  {
    name: 'a load is corrected from its last count, in the database',
    file: PACKING,
    text: 'if new.number <> load.corrections + 1 then',
    broken: 'if false then',
    tests: [CORRECTIONS],
  },
  {
    name: 'a lower count of a load needs a photograph, in the database',
    file: PACKING,
    text: 'if new.photo is null and (new.units_counted < load.units_counted',
    broken: 'if false and (new.units_counted < load.units_counted',
    tests: [CORRECTIONS],
  },
  {
    name: 'no fewer units came than were handed over, in the database',
    file: PACKING,
    text: 'if new.units_counted < load.units_counted and total -',
    broken: 'if false and total -',
    tests: [CORRECTIONS],
  },
  {
    name: 'an offer is made in the vendor’s time, in the database',
    file: CLAIMS,
    text: "if new.status = 'offered' and (clock_timestamp() > new.answer_by",
    broken: 'if false and (clock_timestamp() > new.answer_by',
    tests: [OFFERS],
  },
  {
    name: 'no more is offered than is left of the claimed goods, in the database',
    file: CLAIMS,
    text: "if new.status = 'offered' and new.offered_kobo > public.claim_worth_kobo(new.id) then",
    broken: 'if false then',
    tests: [OFFERS],
  },
  {
    name: 'what the buyer accepts is what was offered, in the database',
    file: CLAIMS,
    text: "if old.status = 'offered' and new.status = 'upheld' and new.decided_by is null and (",
    broken: 'if false and (',
    tests: [OFFERS],
  },
  {
    name: 'an offer is not changed after it was made, in the database',
    file: CLAIMS,
    text: "and not (old.status = 'open' and new.status = 'offered' and new.offers = old.offers + 1) then",
    broken: 'and false then',
    tests: [OFFERS],
  },
  {
    name: 'the clock ends no offer before its time, in the database',
    file: CLAIMS,
    text: "if old.status = 'offered' and new.status = 'disputed' and rights.cause() = 'clock'",
    broken: "if false and rights.cause() = 'clock'",
    tests: [OFFERS],
  },
  {
    name: 'an offer on a claim is accepted as the buyer saw it',
    file: 'server/claims/offers/answer-offer.ts',
    text: 'if (claim.offered_outcome !== input.outcome || claim.offered_kobo !== BigInt(input.goods_kobo))',
    broken: 'if (claim.offered_outcome === null)',
    tests: [OFFERS],
  },
  {
    name: 'goods by weight are weighed by those who pack or hand them over, in the database',
    file: PACKING,
    text: 'if not rights.may_weigh(new.entered_by, sale.id) then',
    broken: 'if false then',
    tests: [WEIGHTS],
  },
  {
    name: 'a weight within the possible, of all units of a line, in the database',
    file: PACKING,
    text: 'or new.grams not between line.least_kg_per_unit * 250 * new.units and line.most_kg_per_unit * 2000 * new.units then',
    broken: 'or false then',
    tests: [WEIGHTS],
  },
  {
    name: 'goods by weight cost what their weight costs, in the database',
    file: PACKING,
    text: 'if new.cut_kobo <> public.weight_cut_kobo(line, new.units, new.grams) or given.goods_kobo > new.cut_kobo - before',
    broken: 'if given.goods_kobo > 2 * new.cut_kobo',
    tests: [WEIGHTS],
  },
  {
    name: 'a weight below the stated least waits for an answer, in the database',
    file: PACKING,
    text: "if given.status = 'entered' and (new.grams < line.least_kg_per_unit * 1000 * new.units or",
    broken: 'if false and (false or',
    tests: [WEIGHTS],
  },
  {
    name: 'goods by weight are handed over once weighed, in the database',
    file: PACKING,
    text: 'where h.hand_over_id = new.id and l.most_kg_per_unit is not null and public.weight_of(l.id) is null) then',
    broken: 'where false) then',
    tests: [WEIGHTS],
  },
  {
    name: 'goods are weighed while they are paid for and none of them is handed over, in the database',
    file: PACKING,
    text: 'if line.most_kg_per_unit is null or not sale.is_open or exists (select from public.hand_over_lines h where h.line_id = line.id) then',
    broken: 'if line.most_kg_per_unit is null then',
    tests: [WEIGHTS],
  },
  {
    name: 'two scales count as one weight, in the database',
    file: PACKING,
    text: 'if new.number <> 1 + (select count(*) from public.line_weights w where w.line_id = line.id) or former.waits then',
    broken: 'if false then',
    tests: [WEIGHTS],
  },
  {
    name: 'a weight is corrected to a lower one, in the database',
    file: PACKING,
    text: 'if former.grams::numeric / former.units <= new.grams::numeric / new.units then',
    broken: 'if false then',
    tests: [WEIGHTS],
  },
  {
    name: 'buyers and their relatives do not weigh their own goods, in the database',
    file: PACKING,
    text: 'create trigger guard_own_case before insert on public.line_weights for each row execute function public.guard_own_case_beyond_shop();',
    broken: '',
    tests: [WEIGHTS],
  },
  {
    name: 'a delivery run leaves with goods by weight that are weighed, in the database',
    file: 'database/delivery-runs/guards.sql',
    text: "if tg_op = 'UPDATE' and old.status = 'planned' and new.status = 'out' and exists (select from public.unweighed_of_run(new.id)) then",
    broken: 'if false then',
    tests: [LEAVING],
  },
  {
    name: 'a delivery run leaves with goods by weight that are weighed',
    file: 'server/delivery-runs/start-run.ts',
    text: 'if (unweighed) return unweighed',
    broken: '',
    tests: [LEAVING],
  },
]
