-- Dropping an index locks readers out of its table until the end of the transaction, so it has one of its own.
DO $$
DECLARE
  former record;
BEGIN
  FOR former IN
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'i' AND relname LIKE '%\_former' AND pg_get_indexdef(oid) LIKE '%search_fold(%'
  LOOP
    EXECUTE format('DROP INDEX %I', former.name);
  END LOOP;
END $$;
