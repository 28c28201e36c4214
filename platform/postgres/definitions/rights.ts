import type pg from 'pg'
import { routineOid } from './existing-objects.ts'

/** SQL that resolves names of rights, such as "function public.f(uuid)" or "table public.orders". */
const OBJECTS = `unnest($1::text[]) r (name) cross join lateral (select
    case when r.name like 'function %' then ${routineOid("substr(r.name, strpos(r.name, ' ') + 1)")}::oid end as routine,
    case when r.name not like 'function %' then to_regclass(substr(r.name, strpos(r.name, ' ') + 1))::oid end as relation) o`

/** Revokes all rights on these objects, named as definitions of rights are, from all roles but their owners. */
export async function revokeAll(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string; roles: string }>(
    `select r.name, string_agg(distinct coalesce(nullif(x.grantee, 0)::regrole::text, 'public'), ', ') as roles
     from ${OBJECTS} cross join lateral (
       select c.relacl as acl, c.relowner as owner from pg_class c where c.oid = o.relation
       union all
       select a.attacl, c.relowner from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attrelid = o.relation
       union all
       -- PUBLIC may execute a function without an ACL.
       select coalesce(p.proacl, acldefault('f', p.proowner)), p.proowner from pg_proc p where p.oid = o.routine) held
     cross join lateral aclexplode(held.acl) x where x.grantee <> held.owner group by r.name`,
    [names],
  )
  for (const { name, roles } of rows) await client.query(`revoke all on ${name} from ${roles}`)
}

/**
 * Identities of the objects of rights. An identity changes when the object, or one of its columns, is recreated and has
 * lost its rights.
 */
export async function objectIdentities(client: pg.ClientBase, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; identity: string }>(
    // relnatts also counts dropped columns.
    `select r.name, concat(o.routine, o.relation, '/', (select relnatts from pg_class where oid = o.relation)) as identity
     from ${OBJECTS}`,
    [names],
  )
  return new Map(rows.map(({ name, identity }) => [name, identity]))
}
