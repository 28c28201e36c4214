-- An address on this site names what it leads to: `/pictures/../../x` is read differently by browsers, proxies and servers, encoded or not.
-- Written as an expression, so that it becomes part of the statement that asks it (0546).
create or replace function public.is_own_path(address text) returns boolean language sql immutable parallel safe
  return address ~ '^/([^/\\\s][^\\\s]*)?$' and char_length(address) <= 2000
    and regexp_replace(address, '[?#].*$', '') !~* '(/|%2f|%5c)(\.|%2e){1,2}(/|%2f|%5c|$)'
    and regexp_replace(address, '[?#].*$', '') !~* '//|%5c|%00';

-- What people type is read beside what others typed: everywhere it loses the signs that turn the direction of reading, and control signs.
-- Commands strip them when they check their input (domain/validation.ts); this holds for whatever writes.
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
-- `@notes`: it changes nothing but the row, so rows may still be merged.
comment on function public.clean_texts() is '@notes Arguments: the columns that people type.';
revoke execute on function public.clean_texts() from public;
do $$
declare
  kept record;
begin
  for kept in select * from (values
    ('codes', 'codes', 'nominee'), ('public', 'addresses', 'label recipient street landmark'), ('public', 'order_addresses', 'recipient street landmark'),
    ('public', 'dearer_choices', 'recipient street landmark'), ('public', 'advertisements', 'title'), ('public', 'blog_categories', 'name'), ('public', 'blog_tags', 'name'),
    ('public', 'claim_events', 'text'), ('public', 'contact_messages', 'name subject message'), ('public', 'conversation_members', 'display_name'),
    ('public', 'conversations', 'subject'), ('public', 'messages', 'body'), ('public', 'delivery_stops', 'reason note'), ('public', 'delivery_zones', 'name closed_reason'),
    ('public', 'pickup_points', 'name street instructions closed_reason'), ('public', 'featured_deals', 'name unit'), ('public', 'email_templates', 'subject content'),
    ('public', 'hand_over_overrides', 'reason'), ('public', 'measures', 'unit food'), ('public', 'order_returns', 'reason'), ('public', 'payout_terms', 'hold_reason'),
    ('public', 'product_questions', 'asker_name question answer report_reason judge_reason'), ('public', 'reviews', 'comment reply report_reason judge_reason'),
    ('public', 'saved_lists', 'name'), ('public', 'settings', 'note'), ('public', 'shop_changes', 'business_name registration_number address reason decision_note'),
    ('public', 'shortfalls', 'reason'), ('public', 'uncollected', 'reason'), ('public', 'uncollected_calls', 'note'), ('public', 'weigh_ins', 'shelf note'),
    ('public', 'vendor_details', 'address registration_number decision_note'), ('public', 'public_holidays', 'name')
  ) as tables (room, name, columns) loop
    execute format('create trigger a_clean_texts before insert or update of %s on %I.%I for each row execute function public.clean_texts(%s)',
      replace(kept.columns, ' ', ', '), kept.room, kept.name, (select string_agg(quote_literal(c), ', ') from unnest(string_to_array(kept.columns, ' ')) c));
  end loop;
end $$;
-- Beside the names that 0615 cleans.
create trigger a_clean_words before insert or update of description on public.products for each row execute function public.clean_texts('description');
create trigger a_clean_words before insert or update of description on public.vendors for each row execute function public.clean_texts('description');
create trigger a_clean_words before insert or update of excerpt, content on public.blog_posts for each row execute function public.clean_texts('excerpt', 'content');
