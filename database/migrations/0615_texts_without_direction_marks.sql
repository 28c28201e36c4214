-- Texts pasted from chats and contact lists bring invisible signs along that turn the direction of reading. In a name they turn what stands
-- beside it as well: "Rice" followed by such a sign writes the next words of a sentence from right to left. Names lose them on their way in.
create function public.without_direction_marks(written text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  -- Embeddings, overrides and isolates, and control signs but for tab and line breaks.
  as $$ select regexp_replace(written, '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]', '', 'g') $$;
grant execute on function public.without_direction_marks(text) to anon, authenticated, service_role;

create function public.clean_product_texts() returns trigger language plpgsql set search_path = '' as $$
begin
  new.name := public.without_direction_marks(new.name);
  new.unit := public.without_direction_marks(new.unit);
  return new;
end $$;

create function public.clean_vendor_texts() returns trigger language plpgsql set search_path = '' as $$
begin
  new.business_name := public.without_direction_marks(new.business_name);
  new.location := public.without_direction_marks(new.location);
  return new;
end $$;

create function public.clean_profile_texts() returns trigger language plpgsql set search_path = '' as $$
begin
  new.full_name := public.without_direction_marks(new.full_name);
  return new;
end $$;

create function public.clean_post_texts() returns trigger language plpgsql set search_path = '' as $$
begin
  new.title := public.without_direction_marks(new.title);
  return new;
end $$;

create trigger a_clean_texts before insert or update of name, unit on public.products
  for each row execute function public.clean_product_texts();
create trigger a_clean_texts before insert or update of business_name, location on public.vendors
  for each row execute function public.clean_vendor_texts();
create trigger a_clean_texts before insert or update of full_name on public.profiles
  for each row execute function public.clean_profile_texts();
create trigger a_clean_texts before insert or update of title on public.blog_posts
  for each row execute function public.clean_post_texts();
