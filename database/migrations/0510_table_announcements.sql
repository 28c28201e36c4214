-- Processes keep public answers in memory for a moment and drop them when a table that they show has changed. A statement says so once, at
-- commit, without naming rows: the same text is sent once a transaction, however many statements and rows there were.
create function realtime.announce_table() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('table_changes', tg_table_schema || '.' || tg_table_name);
  return null;
end
$$;
comment on function realtime.announce_table() is
  '@notes For AFTER statement triggers on tables that public answers show and whose rows do not announce themselves.';

create trigger announce_table after insert or update or delete or truncate on public.advertisements for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.allowed_moves for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.blog_categories for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.blog_post_tags for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.blog_posts for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.blog_tags for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.delivery_zones for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.featured_deals for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.hand_over_lines for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.hand_overs for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.local_governments for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.manager_regions for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.measures for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.nigerian_states for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.order_lines for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.order_returns for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.pickup_points for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.products for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.profiles for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.referrals for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.reviews for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.settings for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.shortfalls for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.vendor_metrics for each statement execute function realtime.announce_table();
create trigger announce_table after insert or update or delete or truncate on public.vendors for each statement execute function realtime.announce_table();
-- Rows of these two announce themselves, orders only as they are added and changed.
create trigger announce_table after truncate on public.group_buys for each statement execute function realtime.announce_table();
create trigger announce_table after delete or truncate on public.orders for each statement execute function realtime.announce_table();
