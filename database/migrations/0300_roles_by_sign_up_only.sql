-- A guest holds a session before any address is theirs. What they write about themselves later chooses no role and no referrer:
-- only a sign-up does, and the latest one of an address that nobody has confirmed.
drop trigger follow_sign_up on auth.users;
create trigger follow_sign_up after update of raw_user_meta_data on auth.users for each row
  when (not old.is_anonymous and not new.is_anonymous
    and old.email_confirmed_at is null and old.phone_confirmed_at is null and new.email_confirmed_at is null and new.phone_confirmed_at is null
    and old.raw_user_meta_data is distinct from new.raw_user_meta_data)
  execute function public.follow_sign_up();
