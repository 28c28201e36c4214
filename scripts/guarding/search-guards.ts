import type { Guard } from './guard.ts'

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
]
