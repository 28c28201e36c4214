-- A product belongs to the caller's shop and has the shop's location.
create function public.place_product() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and not rights.is_service() then
    new.vendor_id := rights.my_vendor_id();
    if new.vendor_id is null then
      raise exception 'Vendor profile not found' using errcode = 'P0001', hint = 'Sign up your shop at /vendor-signup first.';
    end if;
  end if;
  if tg_op = 'INSERT' or new.vendor_id <> old.vendor_id then
    select location into new.vendor_location from public.vendors where id = new.vendor_id;
  end if;
  new.updated_at := now();
  return new;
end $$;

create function public.move_products_with_vendor() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.products set vendor_location = new.location where vendor_id = new.id and vendor_location <> new.location;
  return new;
end $$;

create function public.guard_own_weight() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  bounds record;
begin
  select m.least_kg, m.most_kg into bounds from public.measures m
  where m.unit = lower(trim(new.unit)) and (m.food in ('', new.category) or lower(new.name) ~ ('\m' || m.food || '\M'))
  order by m.food = '', m.food = new.category, char_length(m.food) desc, m.food limit 1;
  if new.kg_per_unit not between coalesce(bounds.least_kg, 0.01) and coalesce(bounds.most_kg, 1000) then
    raise exception 'One % weighs between % and % kg', new.unit, trim_scale(coalesce(bounds.least_kg, 0.01)), trim_scale(coalesce(bounds.most_kg, 1000)) using errcode = 'PT400';
  end if;
  return new;
end $$;

create function public.weigh_buy() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- The weight is fixed at publication.
  if tg_op = 'UPDATE' and old.status <> 'draft' then return new; end if;
  select coalesce(p.kg_per_unit, public.measured_kg(p.unit, p.name, p.category)), p.least_kg_per_unit, p.most_kg_per_unit
  into new.kg_per_unit, new.least_kg_per_unit, new.most_kg_per_unit from public.products p where p.id = new.product_id;
  return new;
end $$;

create function public.weigh_line() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select coalesce(g.kg_per_unit, p.kg_per_unit, public.measured_kg(new.unit, new.product_name, p.category)),
    case when g.id is null then p.least_kg_per_unit else g.least_kg_per_unit end, case when g.id is null then p.most_kg_per_unit else g.most_kg_per_unit end
  into new.kg_per_unit, new.least_kg_per_unit, new.most_kg_per_unit
  from public.products p left join public.orders o on o.id = new.order_id left join public.group_buys g on g.id = o.group_buy_id where p.id = new.product_id;
  return new;
end $$;

create function public.guard_question() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    select p.vendor_id into new.vendor_id from public.products p where p.id = new.product_id;
    return new;
  end if;
  if (new.product_id, new.vendor_id, new.asker_id, new.question, new.asked_at) is distinct from (old.product_id, old.vendor_id, old.asker_id, old.question, old.asked_at)
    or old.answered_at is not null and new.answered_at is distinct from old.answered_at
    or old.answer is not null and new.answer is distinct from old.answer and clock_timestamp() > old.answered_at + interval '24 hours' then
    raise exception 'What was asked and answered stays as it was written' using errcode = 'PT409';
  end if;
  if new.judged_by is distinct from old.judged_by
    and exists (select from public.vendors v where v.id = new.vendor_id and new.judged_by in (v.owner_id, new.asker_id)) then
    raise exception 'Nobody judges a question of their own' using errcode = 'PT403';
  end if;
  return new;
end $$;

create function public.place_picture() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Serialises concurrent inserts, so that the limit of six holds.
  perform from public.products where id = new.product_id for no key update;
  if (select count(*) from public.product_pictures where product_id = new.product_id) >= 6 then
    raise exception 'A product has at most six pictures. Remove one first.' using errcode = 'PT409';
  end if;
  new.position := coalesce(new.position, (select max(position) + 1 from public.product_pictures where product_id = new.product_id), 1);
  select '/storage/v1/object/public/' || o.bucket_id || '/' || o.name || coalesce('#' || (o.metadata ->> 'colour'), '') into new.url
  from storage.objects o where o.bucket_id = new.bucket and o.name = new.path;
  return new;
end $$;

create function public.choose_picture() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.image_url is distinct from old.image_url
    and not exists (select from public.product_pictures where product_id = new.id and url = new.image_url) then
    new.drawn_url := new.image_url;
  end if;
  new.image_url := coalesce((select url from public.product_pictures where product_id = new.id order by position, created_at, id limit 1), new.drawn_url);
  return new;
end $$;

create function public.show_first_picture() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.products set drawn_url = drawn_url where id = coalesce(new.product_id, old.product_id);
  return null;
end $$;
comment on function public.show_first_picture() is 'The product''s trigger then picks the picture.';

-- One price a day: the last one counts, so that a year has at most 366.
create function public.note_price() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  written_at timestamptz := case tg_op when 'INSERT' then new.created_at else now() end;
begin
  insert into public.product_prices (product_id, day, price, unit, changed_at, changed_by, came_by_import)
  values (new.id, (written_at at time zone 'Africa/Lagos')::date, new.base_price, new.unit, written_at, coalesce((auth.jwt() ->> 'act')::uuid, auth.uid()),
    coalesce(current_setting('market.imports', true), '') = new.vendor_id::text)
  on conflict (product_id, day) do update set price = excluded.price, unit = excluded.unit, changed_at = excluded.changed_at, changed_by = excluded.changed_by,
    came_by_import = excluded.came_by_import;
  return null;
end $$;

create function public.archive_product() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not (rights.is_service() or rights.has_role('administrator', 'supervisor', 'chief')
      or coalesce(old.vendor_id = (select rights.my_vendor_id()), false)) then
    raise exception 'You may not delete this product' using errcode = 'PT403';
  end if;
  -- Each archived product has a log entry with the time of its transaction.
  if exists (select from public.audit_log where at = now() and action = 'product.archive') then
    raise exception 'Delete one product at a time, named by id=eq.' using errcode = 'PT400';
  end if;
  if public.product_is_live(old.id) then
    raise exception 'This product has running group buys or orders; it can be deleted when they have ended' using errcode = 'PT409';
  end if;
  update public.products set archived_at = now() where id = old.id and archived_at is null;
  insert into public.audit_log (actor_id, action, subject_type, subject_id, before, after)
  values (auth.uid(), 'product.archive', 'product', old.id, to_jsonb(old), jsonb_build_object('archived_at', now()));
  return null;
end $$;

-- An archived product leaves the lists of buyers and of its shop. The latest entry of the log says whether the shop or our staff removed it.
create function public.guard_archive() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.archived_at is not null and exists (select from public.group_buys where product_id = new.id and status = 'active') then
    raise exception 'This product has an open group buy; it can be archived when that has ended' using errcode = 'PT409';
  end if;
  if new.archived_at is null and (select a.actor_id is distinct from v.owner_id from public.audit_log a, public.vendors v
    where a.subject_type = 'product' and a.subject_id = new.id and a.action = 'product.archive' and v.id = new.vendor_id order by a.at desc limit 1) then
    raise exception 'Our staff took this product out of sale. Write to us to settle it.' using errcode = 'PT403';
  end if;
  return new;
end $$;

create trigger a_clean_code before insert or update of code on public.products for each row execute function public.clean_texts('code');
create trigger a_clean_texts before insert or update of name, unit on public.products
  for each row execute function public.clean_product_texts();
-- In addition to the trigger for names.
create trigger a_clean_words before insert or update of description on public.products for each row execute function public.clean_texts('description');
create trigger announce_table after insert or update or delete or truncate on public.products for each statement execute function realtime.announce_table();
create trigger archive_product before delete on public.products for each row execute function public.archive_product();
create trigger choose_picture before insert or update of image_url, drawn_url on public.products for each row execute function public.choose_picture();
create trigger guard_archive before update of archived_at on public.products for each row
  when ((new.archived_at is null) <> (old.archived_at is null)) execute function public.guard_archive();
create trigger guard_own_case before update on public.products for each row
  when (new.stockpile_confirmed_by is not null and new.stockpile_confirmed_by is distinct from old.stockpile_confirmed_by)
  execute function public.guard_own_case('product', 'id', 'stockpile_confirmed_by');
create trigger guard_own_weight before insert or update of kg_per_unit, unit, name, category on public.products
  for each row when (new.kg_per_unit is not null) execute function public.guard_own_weight();
create trigger guard_stockpile before insert or update of name, category, stockpile_allowed on public.products
  for each row execute function public.guard_stockpile();
create trigger log_act after insert or delete or update on public.products
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('product', 'id', '');
create trigger note_price_in after insert on public.products for each row execute function public.note_price();
create trigger note_price after update of base_price, unit on public.products for each row
  when ((new.base_price, new.unit) is distinct from (old.base_price, old.unit)) execute function public.note_price();
create trigger place_product before insert or update on public.products for each row execute function public.place_product();
-- The name sorts after the triggers that fill in the shop.
create trigger refuse_suspended before insert or update or delete on public.products for each row execute function public.guard_suspended_goods();
create trigger search_changed after update of name, description, category, unit, kg_per_unit, min_quantity, available_quantity, base_price, share_date, vendor_id, vendor_location,
  archived_at, created_at, paused_until on public.products for each row
  when ((new.name, new.description, new.category, new.unit, new.kg_per_unit, new.base_price, new.share_date, new.vendor_id, new.vendor_location, new.archived_at, new.created_at,
      new.available_quantity >= new.min_quantity, new.paused_until is null)
    is distinct from (old.name, old.description, old.category, old.unit, old.kg_per_unit, old.base_price, old.share_date, old.vendor_id, old.vendor_location, old.archived_at, old.created_at,
      old.available_quantity >= old.min_quantity, old.paused_until is null))
  execute function search.index_product();
create trigger search_new after insert on public.products for each row execute function search.index_product();

create trigger a_clean_texts before insert or update of unit, food on public.measures
  for each row execute function public.clean_texts('unit', 'food');
create trigger announce_table after insert or update or delete or truncate on public.measures for each statement execute function realtime.announce_table();
create trigger log_act after insert or update or delete on public.measures for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('measure', 'unit', '');
create trigger measures_touch before update on public.measures for each row execute function public.touch_updated_at();

create trigger a_clean_texts before insert or update of asker_name, question, answer, report_reason, judge_reason on public.product_questions
  for each row execute function public.clean_texts('asker_name', 'question', 'answer', 'report_reason', 'judge_reason');
create trigger announce_table after insert or update or delete or truncate on public.product_questions for each statement execute function realtime.announce_table();
create trigger guard_own_case before update on public.product_questions for each row
  when (new.judged_by is distinct from old.judged_by) execute function public.guard_own_case('question', 'id', 'judged_by');
create trigger guard_question before insert or update on public.product_questions for each row execute function public.guard_question();
create trigger guard_suspended before update of answer on public.product_questions for each row when (new.answer is distinct from old.answer and new.answer is not null)
  execute function public.guard_suspended_words();
create trigger log_act after insert or update or delete on public.product_questions for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('product-question', 'id', 'question answer asker_name');

create trigger announce_table after insert or update or delete or truncate on public.product_pictures for each statement execute function realtime.announce_table();
create trigger log_act after insert or update or delete on public.product_pictures for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('product-picture', 'id', '');
create trigger place_picture before insert on public.product_pictures for each row execute function public.place_picture();
create trigger refuse_suspended before insert or update or delete on public.product_pictures for each row execute function public.guard_suspended_goods();
create trigger show_first_picture after insert or delete or update of position on public.product_pictures for each row execute function public.show_first_picture();

create trigger announce_table after insert or update or delete or truncate on public.product_prices for each statement execute function realtime.announce_table();

create trigger announce_table after insert or update or delete or truncate on public.product_imports for each statement execute function realtime.announce_table();
create trigger log_act after insert or update or delete on public.product_imports for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('product-import', 'id', 'file_name');
create trigger announce_table after insert or update or delete or truncate on public.product_import_rows for each statement execute function realtime.announce_table();
create trigger log_act after insert or update or delete on public.product_import_rows for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('product-import-row', 'import_id', 'typed draft errors');
