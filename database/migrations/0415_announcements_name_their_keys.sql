-- Each written row of these tables is announced. Named here, the key need not be looked up in the catalogue for every one of them.
create or replace trigger announce after insert or update or delete on public.group_buys for each row execute function realtime.announce_change('id');
create or replace trigger announce after insert or update on public.orders for each row execute function realtime.announce_change('id');
create or replace trigger announce after insert on public.messages for each row execute function realtime.announce_change('id');
