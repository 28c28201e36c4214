-- Anybody may sign up as a vendor: without an end to it, the site would be a free store of files.
create function storage.limit_files() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.owner is not null and (select count(*) from storage.objects where owner = new.owner) >= 500 then
    raise exception 'You have 500 files here, the most one person may keep. Delete some first.' using errcode = 'PT409';
  end if;
  return new;
end $$;
create trigger limit_files before insert on storage.objects for each row execute function storage.limit_files();
