-- A photograph proves one thing, once: a row here is its only use, whatever kind of proof it is. The unique digest finds the same picture
-- under another name.
create table public.photo_proofs (
  bucket_id text not null,
  name text not null,
  digest text not null,
  kind text not null check (kind in ('override', 'delivery-stop', 'weigh-in', 'shortfall', 'evidence')),
  subject_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (bucket_id, name)
);
comment on table public.photo_proofs is 'What each photograph has proved. Written by triggers (photo_proves_once) alone.';
comment on column public.photo_proofs.digest is 'Of its bytes as stored. What staff show is unique by it; a buyer may show one picture in two claims.';
create unique index each_photo_once on public.photo_proofs (digest) where kind <> 'evidence';
alter table public.photo_proofs enable row level security;
grant select on public.photo_proofs to service_role;
create trigger log_act after insert or update or delete on public.photo_proofs for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('photo-proof', 'subject_id', 'name');

-- Below this size nothing can be recognised, and a picture of one pixel or of one colour is no proof.
create function public.is_photo_large_enough(metadata jsonb) returns boolean language sql immutable set search_path = '' as $$
  select coalesce((metadata ->> 'width')::integer >= 320 and (metadata ->> 'height')::integer >= 320 or (metadata ->> 'width')::integer >= 240
    and (metadata ->> 'height')::integer >= 320 or (metadata ->> 'width')::integer >= 320 and (metadata ->> 'height')::integer >= 240, false)
    and coalesce((metadata ->> 'size')::bigint >= 4000, false)
$$;
comment on function public.is_photo_large_enough is 'At least 320 x 240 pixels, either way round, and 4,000 bytes as stored.';
revoke execute on function public.is_photo_large_enough(jsonb) from public;
grant execute on function public.is_photo_large_enough(jsonb) to service_role;

insert into public.photo_proofs (bucket_id, name, digest, kind, subject_id)
select p.bucket_id, p.name, coalesce(o.metadata ->> 'eTag', p.name), p.kind, p.subject_id from (
  select 'hand-over-photos' as bucket_id, photo as name, 'override' as kind, hand_over_id as subject_id from public.hand_over_overrides
  union all select 'hand-over-photos', photo, 'delivery-stop', id from public.delivery_stops where photo is not null
  union all select 'deliveries', photo, 'weigh-in', id from public.weigh_ins where photo is not null
  union all select 'deliveries', photo, 'shortfall', id from public.shortfalls where photo is not null
  union all select 'evidence', path, 'evidence', claim_id from public.claim_evidence
) p left join storage.objects o on o.bucket_id = p.bucket_id and o.name = p.name
on conflict do nothing;

create function public.photo_proves_once() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  shown text := to_jsonb(new) ->> tg_argv[2];
  picture jsonb;
begin
  if shown is null or tg_op = 'UPDATE' and shown is not distinct from to_jsonb(old) ->> tg_argv[2] then return null; end if;
  select o.metadata into picture from storage.objects o where o.bucket_id = tg_argv[1] and o.name = shown;
  -- Films are evidence too.
  if tg_argv[0] <> 'evidence' and not public.is_photo_large_enough(coalesce(picture, '{}')) then
    raise exception 'This photograph is too small to prove anything' using errcode = 'PT409';
  end if;
  insert into public.photo_proofs (bucket_id, name, digest, kind, subject_id)
  values (tg_argv[1], shown, coalesce(picture ->> 'eTag', shown), tg_argv[0], (to_jsonb(new) ->> tg_argv[3])::uuid) on conflict do nothing;
  if not found then raise exception 'This photograph has proved something else already' using errcode = 'PT409'; end if;
  return null;
end $$;
revoke execute on function public.photo_proves_once() from public;
create trigger photo_proves_once after insert or update of photo on public.hand_over_overrides for each row
  execute function public.photo_proves_once('override', 'hand-over-photos', 'photo', 'hand_over_id');
create trigger photo_proves_once after insert or update of photo on public.delivery_stops for each row
  execute function public.photo_proves_once('delivery-stop', 'hand-over-photos', 'photo', 'id');
create trigger photo_proves_once after insert or update of photo on public.weigh_ins for each row
  execute function public.photo_proves_once('weigh-in', 'deliveries', 'photo', 'id');
create trigger photo_proves_once after insert or update of photo on public.shortfalls for each row
  execute function public.photo_proves_once('shortfall', 'deliveries', 'photo', 'id');
create trigger photo_proves_once after insert or update of path on public.claim_evidence for each row
  execute function public.photo_proves_once('evidence', 'evidence', 'path', 'claim_id');

-- Wrong codes lock a hand-over for everybody and for every proof: who failed to guess the code does not go round it.
create function public.guard_override() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from codes.locks l where l.hand_over_id = new.hand_over_id and l.locked_until > clock_timestamp()) then
    raise exception 'This hand-over is locked' using errcode = 'PT409';
  end if;
  return new;
end $$;
revoke execute on function public.guard_override() from public;
create trigger guard_override before insert on public.hand_over_overrides for each row execute function public.guard_override();
