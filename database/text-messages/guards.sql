create function public.guard_text_consents() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from rights.confirmed_addresses(new.person_id) u where u.phone = new.phone) then
    raise exception 'Consent needs the confirmed phone number of the person' using errcode = 'PT403';
  end if;
  return new;
end $$;

-- An ended consent stays as it was: it proves what was agreed and when.
create function public.guard_ended_text_consents() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.ended_at is not null or (new.person_id, new.channel, new.phone, new.wording, new.given_at) is distinct from (old.person_id, old.channel, old.phone, old.wording, old.given_at) then
    raise exception 'A consent is only ended' using errcode = 'PT409';
  end if;
  return new;
end $$;

create trigger guard_text_consents before insert on public.text_consents for each row execute function public.guard_text_consents();
create trigger guard_ended_text_consents before update on public.text_consents for each row execute function public.guard_ended_text_consents();
create trigger log_act after insert or update or delete on public.text_consents for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('text-consent', 'id', 'phone');
create trigger log_act after insert or update or delete on public.text_messages for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('text-message', 'id', 'parameters');
create trigger log_act after insert or update or delete on public.text_message_stops for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('text-message-stop', 'day', '');
