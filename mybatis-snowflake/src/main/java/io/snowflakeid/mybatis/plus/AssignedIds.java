package io.snowflakeid.mybatis.plus;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.core.metadata.TableInfo;
import com.baomidou.mybatisplus.core.metadata.TableInfoHelper;
import io.snowflakeid.IdProperties;
import java.lang.reflect.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the keys to which MyBatis-Plus assigns ids, which are keys with {@code IdType.ASSIGN_ID} from {@code @TableId} or from the global id type.
 * For a table with a mapper, MyBatis-Plus itself reports the key, even a key {@code id} without annotation. For a table without a mapper, only
 * {@code @TableId} counts, with the default type {@code ASSIGN_ID}.
 *
 * <p>The {@link java.util.ServiceLoader} creates this class. Without MyBatis-Plus on the class path, no key is found. This class is thread-safe.
 */
public final class AssignedIds implements IdProperties {

    private static final boolean HAS_MYBATIS_PLUS = isPresent("com.baomidou.mybatisplus.core.metadata.TableInfoHelper");

    private static boolean isPresent(String type) {
        try {
            Class.forName(type, false, AssignedIds.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    @Override
    public boolean isId(Class<?> type, String property) {
        return HAS_MYBATIS_PLUS && Tables.assignTo(type, property);
    }

    /** Uses the classes of MyBatis-Plus, which may be missing. */
    private static final class Tables {

        static boolean assignTo(Class<?> type, String property) {
            List<TableInfo> own = TableInfoHelper.getTableInfos().stream()
                    .filter(table -> table.getEntityType().isAssignableFrom(type)
                            || type.isAssignableFrom(table.getEntityType()))
                    .toList();
            if (own.isEmpty()) {
                IdType annotated = annotated(type, property);
                return annotated == IdType.ASSIGN_ID || annotated == IdType.NONE;
            }
            return own.stream()
                    .anyMatch(
                            table -> property.equals(table.getKeyProperty()) && table.getIdType() == IdType.ASSIGN_ID);
        }

        private static @Nullable IdType annotated(Class<?> type, String property) {
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                for (Field field : each.getDeclaredFields()) {
                    TableId key = field.getName().equals(property) ? field.getAnnotation(TableId.class) : null;
                    if (key != null) {
                        return key.type();
                    }
                }
            }
            return null;
        }
    }
}
