-- Tables whose changes people watch live. Row level security is asked again for every watcher.
create trigger announce after insert or update or delete on public.group_buys for each row execute function realtime.announce_change();
create trigger announce after insert or update on public.orders for each row execute function realtime.announce_change();
create trigger announce after insert or update on public.bulk_orders for each row execute function realtime.announce_change();
create trigger announce after insert on public.messages for each row execute function realtime.announce_change();
