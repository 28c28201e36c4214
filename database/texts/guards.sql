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

-- Direction marks and control characters are removed from all user input, because it is displayed next to other text. Commands
-- strip them when they validate their input (domain/forms/validation.ts); this covers every other writer.
create function public.clean_texts() returns trigger language plpgsql set search_path = '' as $$
declare
  written jsonb := to_jsonb(new);
  cleaned jsonb := '{}';
  typed text;
  name text;
begin
  foreach name in array tg_argv loop
    typed := written ->> name;
    if typed ~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]' then
      cleaned := cleaned || jsonb_build_object(name, public.without_direction_marks(typed));
    end if;
  end loop;
  if cleaned <> '{}' then new := jsonb_populate_record(new, cleaned); end if;
  return new;
end $$;
comment on function public.clean_texts() is '@notes Arguments: the columns with user input.';
