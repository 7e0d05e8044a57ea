"""Reads the shards of a run by DuckDB, as docs/scaling.md has it, and holds them against distribution.csv."""

import sys

import duckdb

folder = sys.argv[1]
shards = duckdb.sql(f"""
    SELECT "case", metric, step, value, sum(count) AS trials, max(exact) AS exact
    FROM '{folder}/shard-*.csv.gz' WHERE row = 'value'
    GROUP BY ALL ORDER BY ALL
""")
written = duckdb.sql(f"""
    SELECT "case", metric, step, value, "count" AS trials, exact
    FROM read_csv('{folder}/distribution.csv', header = true, all_varchar = true)
""")
wrong = duckdb.sql("""
    SELECT * FROM shards FULL JOIN written
    ON shards."case" = written."case"::BIGINT AND shards.metric = written.metric
       AND shards.step IS NOT DISTINCT FROM written.step::INT
       AND shards.value IS NOT DISTINCT FROM written.value::BIGINT
    WHERE coalesce(shards.trials, 0) IS DISTINCT FROM written.trials::HUGEINT
       OR abs(shards.exact - written.exact::DOUBLE) > 1e-12
""").fetchall()
rows = duckdb.sql("SELECT count(*) FROM shards").fetchall()[0][0]
assert rows > 0 and not wrong, f"{len(wrong)} of {rows} rows differ: {wrong[:5]}"
print(f"DuckDB {duckdb.__version__}: {rows} rows of the shards are those of distribution.csv")
