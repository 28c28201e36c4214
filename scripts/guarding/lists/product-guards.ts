import type { Guard } from '../guard.ts'

const SHELF = 'server/products/shelf/shelf.test.ts'
const IMPORTS = 'server/products/imports/imports.test.ts'

export const PRODUCT_GUARDS: readonly Guard[] = [
  {
    name: 'no post is published without a text, in the database',
    file: 'database/content/guards.sql',
    text: "if new.content !~ '[^[:space:]]' then",
    broken: 'if false then',
    tests: ['server/blog/publish-due-posts.test.ts'],
  },
  {
    name: 'the database archives no product of an open group buy',
    file: 'database/products/guards.sql',
    text: "if new.archived_at is not null and exists (select from public.group_buys where product_id = new.id and status = 'active') then",
    broken: 'if false then',
    tests: [SHELF],
  },
  {
    name: 'a vendor does not restore what staff took out of sale',
    file: 'database/products/guards.sql',
    text: 'if new.archived_at is null and (select a.actor_id is distinct from v.owner_id',
    broken: 'if new.archived_at is null and (select a.actor_id is distinct from v.owner_id and false',
    tests: [SHELF],
  },
  {
    name: 'the database sells nothing of a paused product',
    file: 'database/orders/sums.sql',
    text: '\n      and (paused_until is null or paused_until <= clock_timestamp());',
    broken: ';',
    tests: [SHELF],
  },
  {
    name: 'a shop runs one import at a time',
    file: 'database/tables/0141_product_imports.sql',
    text: "create unique index one_running_product_import on public.product_imports (vendor_id) where status = 'running';",
    broken: '',
    tests: [IMPORTS],
  },
  {
    name: 'each row of an import is written once',
    file: 'database/products/rules.sql',
    text: "where id = which and status = 'running' for update;",
    broken: "where id = which and status = 'running';",
    tests: [IMPORTS],
  },
  {
    name: 'a deal is public on its days alone',
    file: 'database/content/rights.sql',
    text: " and now() between coalesce(starts_at, '-infinity') and coalesce(ends_at, 'infinity')",
    broken: '',
    tests: ['database/tests/rights/deal-days.test.ts'],
  },
  {
    name: 'questions of all shops are listed for content staff alone',
    file: 'database/products/views.sql',
    text: 'or (q.hidden_at is null or q.reported_at is not null) and (select rights.keeps_content());',
    broken: 'or q.hidden_at is null or q.reported_at is not null;',
    tests: ['server/products/questions.test.ts'],
  },
]
