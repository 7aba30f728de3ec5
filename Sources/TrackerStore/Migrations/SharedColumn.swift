/// Column that a migration adds to a shared kind. In the kind's `sharing` it is a part of its own.
package enum SharedColumn {
    /// Statement of the migration that must follow the one that adds the column. In older rows, nobody has set the
    /// column, so other machines' values win.
    package static func added(_ column: String, to table: String) -> String {
        """
        UPDATE shared_row SET stamps = CASE json_type(stamps)
            WHEN 'text' THEN json_object('*', json(stamps), '\(column)', '0')
            ELSE json_set(stamps, '$."\(column)"', '0') END
        WHERE kind = '\(table)' AND json_type(coalesce(columns, '{}'), '$."\(column)"') IS NULL
        """
    }
}
