import type { Guard } from '../guard.ts'

const SEARCH_RECORDS = 'database/tests/rights/search-records.test.ts'

export const SEARCH_GUARDS: readonly Guard[] = [
  {
    name: 'the quick search finds orders of the reader’s own scope',
    file: 'database/record-search/rules.sql',
    text: 'where o.order_no = order_number and (scope.all_shops or o.vendor_id = any (scope.shops));',
    broken: 'where o.order_no = order_number;',
    tests: [SEARCH_RECORDS],
  },
  {
    name: 'the quick search finds people who bought in the reader’s own scope',
    file: 'database/record-search/rules.sql',
    text: 'where p.id = any ($2) and ($4 or o.created_at is not null) order by',
    broken: 'where p.id = any ($2) order by',
    tests: [SEARCH_RECORDS],
  },
  {
    name: 'the quick search is for desks',
    file: 'database/record-search/rules.sql',
    text: 'if not (is_staff or is_content) and shops[1] is null then',
    broken: 'if false then',
    tests: [SEARCH_RECORDS],
  },
  {
    name: 'staff find people of their own shops by a contact',
    file: 'database/record-search/rules.sql',
    text: "and (r.role = 'chief' or o.created_at is not null",
    broken: 'and (true or o.created_at is not null',
    tests: ['server/staff/find-people-by-contact.test.ts'],
  },
  {
    name: 'deleting an account deletes the days on which its person was active',
    file: 'server/accounts/erase-person.ts',
    text: "  byPerson('delete from sums.active_people where person_id = $1'),\n",
    broken: '',
    tests: ['server/accounts/delete-account.test.ts'],
  },
  {
    name: 'active days are not shown to a session that owes its second step',
    file: 'database/overview/views.sql',
    text: ' and not (select rights.owes_second_step())',
    broken: '',
    tests: ['database/tests/money/market-days.test.ts'],
  },
  {
    name: 'rows behind a figure that have the same moment are each on one page',
    file: 'database/overview/rules.sql',
    text: 'e.at <= after_at and (e.at < after_at or e.record_id > after_id)',
    broken: 'e.at < after_at',
    tests: ['database/tests/money/figure-rows.test.ts'],
  },
  {
    name: 'the sums of buyers take back an order that ends early after it counted',
    file: 'database/overview/sums.sql',
    text: 'values (o.vendor_id, o.user_id, sign, case when o.is_paid then sign',
    broken: 'values (o.vendor_id, o.user_id, sign, case when o.is_paid then 1',
    tests: ['database/tests/orders/order-sums.test.ts'],
  },
  {
    name: 'shops find only their own customers by name',
    file: 'database/figures/views.sql',
    text: 'p.id = s.user_id where s.vendor_id = (select rights.my_vendor_id())',
    broken: 'p.id = s.user_id where true',
    tests: ['database/tests/money/figures-add-up.test.ts'],
  },
  {
    name: 'metrics of shops count moves that were committed during the last run',
    file: 'database/figures/sums.sql',
    text: "(select max(p.at) from sums.metric_runs p) - interval '10 minutes'",
    broken: "clock_timestamp() - interval '10 minutes'",
    tests: ['database/tests/orders/shop-months.test.ts'],
  },
]
