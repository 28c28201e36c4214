-- The welcome mail goes out after confirmation (design.md, section 7): enqueued in the transaction that confirms.
create function public.welcome_person() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if rights.seeding() then return null; end if;
  if (new.email_confirmed_at is not null or new.phone_confirmed_at is not null)
    and (tg_op = 'INSERT' or (old.email_confirmed_at is null and old.phone_confirmed_at is null)) then
    perform jobs.enqueue('send-welcome-mail', jsonb_build_object('user_id', new.id), now(), 'welcome:' || new.id);
  end if;
  return null;
end $$;
create trigger welcome_person after insert or update on auth.users for each row execute function public.welcome_person();
