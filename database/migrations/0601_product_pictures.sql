-- Photographs of products. The first one is the card's: products.image_url is kept in step here, and is the drawn picture where there is no photograph.
alter table public.products add column drawn_url text
  constraint drawn_picture_is_on_this_site check (public.is_own_path(drawn_url) and drawn_url <> '/');
comment on column public.products.drawn_url is 'The picture that the vendor chose for as long as there is no photograph.';
comment on column public.products.image_url is 'The card''s picture: the first photograph, or else the drawn one. Whoever writes it chooses the drawn one.';
alter table public.products disable trigger user;
update public.products set drawn_url = image_url where image_url is not null;
alter table public.products enable trigger user;
grant select (drawn_url) on public.products to anon, authenticated;

create table public.product_pictures (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  bucket text not null default 'pictures' check (bucket = 'pictures'),
  path text not null check (path ~ '^[0-9a-f-]{36}/[0-9A-Za-z._-]{1,200}$'),
  url text not null check (public.is_own_path(url)),
  position integer not null,
  created_at timestamptz not null default now(),
  unique (product_id, path),
  -- Whoever deletes the file takes the picture away everywhere.
  foreign key (bucket, path) references storage.objects (bucket_id, name) on delete cascade
);
comment on table public.product_pictures is 'A product''s photographs, at most six; the lowest position is the card''s.';
comment on column public.product_pictures.path is 'Name in the bucket, in the vendor''s own folder.';
comment on column public.product_pictures.url is 'Where it is read, with its average colour after the #; made here.';
comment on column public.product_pictures.position is 'Any number, in the order shown; equal ones by their age.';
create index product_pictures_files on public.product_pictures (bucket, path);

create function public.place_picture() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Two that come at once wait for each other, so that six stay six.
  perform from public.products where id = new.product_id for no key update;
  if (select count(*) from public.product_pictures where product_id = new.product_id) >= 6 then
    raise exception 'A product has at most six pictures. Remove one first.' using errcode = 'PT409';
  end if;
  new.position := coalesce(new.position, (select max(position) + 1 from public.product_pictures where product_id = new.product_id), 1);
  select '/storage/v1/object/public/' || o.bucket_id || '/' || o.name || coalesce('#' || (o.metadata ->> 'colour'), '') into new.url
  from storage.objects o where o.bucket_id = new.bucket and o.name = new.path;
  return new;
end $$;
revoke execute on function public.place_picture() from public;
create trigger place_picture before insert on public.product_pictures for each row execute function public.place_picture();

create function public.choose_picture() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.image_url is distinct from old.image_url
    and not exists (select from public.product_pictures where product_id = new.id and url = new.image_url) then
    new.drawn_url := new.image_url;
  end if;
  new.image_url := coalesce((select url from public.product_pictures where product_id = new.id order by position, created_at, id limit 1), new.drawn_url);
  return new;
end $$;
revoke execute on function public.choose_picture() from public;
create trigger choose_picture before insert or update of image_url, drawn_url on public.products for each row execute function public.choose_picture();

create function public.show_first_picture() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.products set drawn_url = drawn_url where id = coalesce(new.product_id, old.product_id);
  return null;
end $$;
comment on function public.show_first_picture() is 'The product''s trigger chooses anew.';
revoke execute on function public.show_first_picture() from public;
create trigger show_first_picture after insert or delete or update of position on public.product_pictures for each row execute function public.show_first_picture();
create trigger log_act after insert or update or delete on public.product_pictures for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('product-picture', 'id', '');
create trigger announce_table after insert or update or delete or truncate on public.product_pictures for each statement execute function realtime.announce_table();

alter table public.product_pictures enable row level security;
create policy pictures_of_products_shown on public.product_pictures for select using (exists (select from public.products p where p.id = product_id));
create policy own_pictures_add on public.product_pictures for insert to authenticated with check (
  (storage.foldername(path))[1] = (select auth.uid())::text
  and exists (select from public.products p where p.id = product_id and p.vendor_id = (select rights.my_vendor_id()) and p.archived_at is null));
create policy own_pictures_order on public.product_pictures for update to authenticated
  using (exists (select from public.products p where p.id = product_id and p.vendor_id = (select rights.my_vendor_id()) and p.archived_at is null));
create policy own_pictures_drop on public.product_pictures for delete to authenticated
  using (exists (select from public.products p where p.id = product_id and p.vendor_id = (select rights.my_vendor_id()) and p.archived_at is null));
grant select on public.product_pictures to anon, authenticated;
grant insert (id, product_id, path, position), update (position), delete on public.product_pictures to authenticated;
grant all on public.product_pictures to service_role;

-- A form says what it had seen and what it wants: pictures that came meanwhile stay, behind the wanted ones. Sent twice, it does the same.
create function public.arrange_product_pictures(product uuid, wanted text[], seen text[] default '{}') returns void
language plpgsql set search_path = '' as $$
declare
  kept text[];
begin
  perform from public.products p where p.id = product and p.vendor_id = (select rights.my_vendor_id()) for no key update;
  if not found then
    raise exception 'This product is not yours, or not there any more.' using errcode = 'PT404';
  end if;
  select wanted || coalesce(array_agg(path order by position, created_at, id), '{}') into kept
  from public.product_pictures where product_id = product and path <> all (wanted) and path <> all (seen);
  delete from public.product_pictures where product_id = product and path <> all (kept);
  update public.product_pictures set position = array_position(kept, path)
  where product_id = product and position <> array_position(kept, path);
  insert into public.product_pictures (product_id, path, position)
  select product, k.path, min(k.place) from unnest(kept) with ordinality k (path, place)
  where not exists (select from public.product_pictures where product_id = product and path = k.path) group by k.path;
end $$;
comment on function public.arrange_product_pictures(uuid, text[], text[]) is 'Sets a product''s photographs and their order, under the caller''s rights.';
revoke execute on function public.arrange_product_pictures(uuid, text[], text[]) from public;
grant execute on function public.arrange_product_pictures(uuid, text[], text[]) to authenticated, service_role;

-- A phone's photograph arrives as it is where there are no scripts, and is stored no larger than screens show it. Who applies for a shop prepares products with pictures.
update storage.buckets set file_size_limit = 11534336, longest_side = 1600 where id = 'pictures';
drop policy pictures_own_folder_add on storage.objects;
create policy pictures_own_folder_add on storage.objects for insert to authenticated
  with check (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text
    and ((select rights.has_role('vendor', 'administrator', 'supervisor')) or (select rights.my_vendor_id()) is not null));
