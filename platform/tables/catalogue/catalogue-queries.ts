/**
 * Catalogue queries about schema `$1` and the schema `$1_shown`, whose views stand in for tables of the same name. They
 * run with an empty search_path, so that PostgreSQL prints every type and default fully qualified.
 */
export const TABLES = `
  select c.oid::text as oid, pg_relation_is_updatable(c.oid, true) as events, n.nspname as schema, c.relname as name, c.relkind::text as kind, obj_description(c.oid, 'pg_class') as comment,
    exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal and t.tgtype & 4 > 0
      and coalesce(obj_description(t.tgfoid, 'pg_proc'), '') not like '@notes%') as acts,
    (select json_agg(json_build_object(
        'name', a.attname, 'number', a.attnum, 'type', format_type(a.atttypid, -1), 'notNull', a.attnotnull,
        'default', case
          when a.attidentity = 'd' then format('nextval(%L)', pg_get_serial_sequence(c.oid::regclass::text, a.attname))
          when a.attidentity = '' and a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
        'comment', col_description(c.oid, a.attnum)) order by a.attnum)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where (n.nspname = $1::text or n.nspname = $1::text || '_shown' and c.relkind = 'v') and c.relkind in ('r', 'v', 'm', 'p', 'f')
    and not c.relispartition`

/** Unique indexes over plain columns without a condition; the primary key is one of them. */
export const UNIQUES = `
  select i.indrelid::text as table, i.indisprimary as primary, i.indkey::int2[] as columns
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null
    and i.indnkeyatts = i.indnatts`

export const FOREIGN_KEYS = `
  select k.conname as name, k.conrelid::text as holder, k.confrelid::text as target, k.conkey as here, k.confkey as there
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and k.contype = 'f' and k.conkey is not null and k.confkey is not null and k.conparentid = 0
  order by k.conname`

/** Each view's parsed query, whose target list names the origin of every column. */
export const VIEWS = `
  select c.oid::text as oid, r.ev_action::text as tree
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_rewrite r on r.ev_class = c.oid
  where n.nspname in ($1::text, $1::text || '_shown') and c.relkind in ('v', 'm') and r.ev_type = '1'`

/** Ordinary functions that belong to no extension and are not triggers. */
export const ROUTINES = `
  select p.oid::text as oid, p.proname as name, p.proretset as set, p.prorows as rows, p.provolatile = 'v' as volatile, p.pronargs as inputs,
    p.pronargdefaults as defaults, p.provariadic <> 0 as variadic,
    coalesce(p.proargnames, '{}') as names, coalesce(p.proargmodes::text[], '{}') as modes,
    array(select format_type(t, -1) from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a (t, n)
      order by n) as types,
    p.prorettype = 'void'::regtype as void, format_type(p.prorettype, -1) as "returnType", t.typtype::text as kind,
    t.typrelid::text as relation,
    (select json_agg(json_build_object('name', a.attname, 'number', a.attnum, 'type', format_type(a.atttypid, -1))
        order by a.attnum)
      from pg_attribute a where a.attrelid = t.typrelid and t.typrelid <> 0 and a.attnum > 0 and not a.attisdropped)
      as "returnColumns",
    p.proargtypes[0]::text as "firstArgument",
    (select r.oid::text from pg_class r where r.reltype = p.proargtypes[0] and r.relnamespace = p.pronamespace) as "rowOf"
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype
  where n.nspname = $1 and p.prokind = 'f' and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
    and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
  order by p.proname, p.oid`
